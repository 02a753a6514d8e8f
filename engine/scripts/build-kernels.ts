/**
 * `npm run build:kernels -w engine`: compiles engine/math/kernels/assembly (AssemblyScript) to the three builds in kernels.json.
 * The same sources give the same bytes, which a test holds the committed file to.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";

const KERNELS_FOLDER = join(import.meta.dirname, "../math/kernels");

const BUILD_FLAGS = {
  plain: ["--use", "WIDE_TILES=0"],
  relaxed: ["--use", "WIDE_TILES=0", "--enable", "relaxed-simd"],
  wide: ["--use", "WIDE_TILES=1", "--enable", "relaxed-simd"],
} as const;

const COMPILER_OPTIONS = [
  ..."-O3 --noAssert --runtime stub --enable simd --enable threads".split(" "),
  ..."--importMemory --sharedMemory --initialMemory 2 --maximumMemory 65536".split(" "),
  // Constants lie in memory between the area that lanes.ts assigns to the kernels and the arena.
  ..."--memoryBase 32768".split(" "),
  // Warning 112 is about vectors that the host receives; these pass between functions of the module only.
  ..."--disableWarning 112".split(" "),
];

async function compile(options: readonly string[]): Promise<string> {
  let built = "";
  const { error, stderr } = await asc.main(
    [
      "index.ts",
      "--baseDir",
      join(KERNELS_FOLDER, "assembly"),
      "--outFile",
      "kernels.wasm",
      ...COMPILER_OPTIONS,
      ...options,
    ],
    {
      writeFile: (_name, contents) => {
        built = Buffer.from(contents).toString("base64");
      },
    },
  );
  if (error !== null) throw new Error(stderr.toString(), { cause: error });
  return built;
}

/** Compiles the kernels. @returns the contents of kernels.json when it is up to date */
export async function buildKernels(): Promise<string> {
  const builds: Record<string, string> = {};
  for (const [name, options] of Object.entries(BUILD_FLAGS)) builds[name] = await compile(options);
  return `${JSON.stringify(builds, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(join(KERNELS_FOLDER, "kernels.json"), await buildKernels());
