/** 1 in the build of wide tiles, 0 in the others: given to the compiler by engine/scripts/build-kernels.ts. */
declare const WIDE_TILES: i32;
