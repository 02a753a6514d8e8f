/** The differences between the builds: fused multiply-add where there is one, and the width of a tile. */

export const HAS_WIDE_TILES: bool = WIDE_TILES !== 0;

/** Bytes of a tile's row. Wide tiles hold pairs of vectors side by side, which V8 joins into 256-bit registers. */
export const TILE_BYTES: i32 = HAS_WIDE_TILES ? 64 : 32;
/** Rows of a tile. */
export const TILE_ROWS: i32 = 6;

/** Rows of B that are packed at once: its panel stays in the first-level cache. */
export const MAX_PACKED: i32 = 320;
/** Rows of a diagonal block of a factor. */
export const BLOCK_ROWS: i32 = 64;

/** The address of the packed panel of B: MAX_PACKED x 64 bytes. */
export const PANEL_ADDRESS: usize = 1024;
/** The address of a strip of right-hand sides while it is solved: BLOCK_ROWS x 64 bytes. */
export const STRIP_ADDRESS: usize = PANEL_ADDRESS + 64 * MAX_PACKED;

/** Products are added or subtracted: the choice is made at the build, by the type of a function. */
export type Plus = u8;
export type Minus = i8;

/** c + a b, or c - a b. */
export function accumulated<T, S>(a: v128, b: v128, c: v128): v128 {
  if (isSigned<S>()) {
    if (ASC_FEATURE_RELAXED_SIMD) return v128.relaxed_nmadd<T>(a, b, c);
    return v128.sub<T>(c, v128.mul<T>(a, b));
  }
  if (ASC_FEATURE_RELAXED_SIMD) return v128.relaxed_madd<T>(a, b, c);
  return v128.add<T>(c, v128.mul<T>(a, b));
}
