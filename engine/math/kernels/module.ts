/// <reference path="./webassembly.d.ts" />
/**
 * The builds of the kernels. `plain` is WebAssembly SIMD as every runtime has it; `relaxed` has fused multiply-add; `wide`
 * computes the same bits as `relaxed`, in tiles that V8 turns into 256-bit code when its flag for that is set, and slowly
 * when it does not.
 */
import { setFlagsFromString } from "node:v8";
import builds from "./kernels.json" with { type: "json" };

export type Build = "plain" | "relaxed" | "wide";

const FASTEST_FIRST: readonly Build[] = ["wide", "relaxed", "plain"];
const PAGE = 65536;

const compiled = new Map<Build, WebAssembly.Module>();
let fastest: Build | null = null;

const bytesOf = (build: Build): Uint8Array<ArrayBuffer> => Buffer.from(builds[build], "base64");

/** The builds that this runtime can compile, the fastest first where its processor and its flags do it justice. */
export function supportedBuilds(): Build[] {
  return FASTEST_FIRST.filter((build) => WebAssembly.validate(bytesOf(build)));
}

/** Compiled once a thread; threads share the machine code. */
export function compileKernels(build: Build): WebAssembly.Module {
  const known = compiled.get(build);
  if (known !== undefined) return known;
  // The optimising compiler at once and for all functions, so that the flag for wide code holds for all of them.
  const flags = ["--no-liftoff", "--no-wasm-lazy-compilation"];
  for (const flag of flags) setFlagsFromString(flag);
  if (build === "wide") setFlagsFromString("--experimental-wasm-revectorize");
  const module = new WebAssembly.Module(bytesOf(build));
  for (const flag of flags) setFlagsFromString(flag.replace("--no-", "--"));
  if (build === "wide") setFlagsFromString("--no-experimental-wasm-revectorize");
  compiled.set(build, module);
  return module;
}

/**
 * The build to compute with. Which of `wide` and `relaxed` it is depends on a measurement of a few milliseconds, but no
 * result depends on it.
 */
export function fastestKernels(): Build {
  if (fastest !== null) return fastest;
  const [first = "plain", second] = supportedBuilds();
  const wins = second === undefined || secondsOf(first) < secondsOf(second);
  fastest = wins ? first : second;
  return fastest;
}

/** The least time of some products of two matrices of 96 x 96. */
function secondsOf(build: Build): number {
  const size = 96;
  const row = size * 4;
  const memory = new WebAssembly.Memory({ initial: 4, maximum: PAGE, shared: true });
  const instance = new WebAssembly.Instance(compileKernels(build), { env: { memory } });
  const multiply = instance.exports.multiply32;
  if (typeof multiply !== "function") return Number.POSITIVE_INFINITY;
  const [a, b, c] = [PAGE, PAGE + row * size, PAGE + 2 * row * size];
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 12; i++) {
    const before = performance.now();
    multiply(c, row, size, size, size, a, row, 4, b, row, 0, 0, 0);
    least = Math.min(least, performance.now() - before);
  }
  return least;
}
