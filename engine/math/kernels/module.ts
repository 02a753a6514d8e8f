/// <reference path="./webassembly.d.ts" />
/**
 * The builds of the kernels. `plain` is WebAssembly SIMD as every runtime has it; `relaxed` has fused multiply-add; `wide`
 * computes the same bits as `relaxed`, in tiles that V8 turns into 256-bit code when its flag for that is set, and slowly
 * when it does not.
 */
import { setFlagsFromString } from "node:v8";
import builds from "./kernels.json" with { type: "json" };
import { leavesUpperHalves } from "./upper-halves.ts";

export type Build = "plain" | "relaxed" | "wide";

interface Chosen {
  build: Build;
  /** After a kernel the upper halves of the vector registers are to be cleared. */
  leavesUpperHalves: boolean;
}

const FASTEST_FIRST: readonly Build[] = ["wide", "relaxed", "plain"];
const PAGE_BYTES = 65536;
const MAX_PAGES = 65536;

const compiled = new Map<Build, WebAssembly.Module>();
let fastest: Chosen | null = null;

const decodeBuild = (build: Build): Uint8Array<ArrayBuffer> => Buffer.from(builds[build], "base64");

/** The builds that this runtime can compile, the fastest first where its processor and its flags do it justice. */
export function supportedBuilds(): Build[] {
  return FASTEST_FIRST.filter((build) => WebAssembly.validate(decodeBuild(build)));
}

/** Compiled once a thread. */
export function compileKernels(build: Build): WebAssembly.Module {
  const cached = compiled.get(build);
  if (cached !== undefined) return cached;
  // The optimising compiler at once and for all functions, so that the flag for wide code holds for all of them.
  const flags = ["--no-liftoff", "--no-wasm-lazy-compilation"];
  for (const flag of flags) setFlagsFromString(flag);
  if (build === "wide") setFlagsFromString("--experimental-wasm-revectorize");
  const module = new WebAssembly.Module(decodeBuild(build));
  for (const flag of flags) setFlagsFromString(flag.replace("--no-", "--"));
  if (build === "wide") setFlagsFromString("--no-experimental-wasm-revectorize");
  compiled.set(build, module);
  return module;
}

/**
 * The build to compute with. `wide` must have shown that it computes the same bits as `relaxed`, and faster. Which of the
 * two it is depends on a measurement of a few milliseconds, but no result depends on it.
 */
export const fastestKernels = (): Build => choose().build;

/** True when the caller of a kernel of this build must clear the upper halves of the vector registers. */
export const mustClear = (build: Build): boolean =>
  fastest !== null && fastest.build === build && fastest.leavesUpperHalves;

function choose(): Chosen {
  if (fastest !== null) return fastest;
  // The third is never the fastest: compiling it would cost every process its time.
  const [first, second] = supportedBuilds().slice(0, 2).map(probe);
  const chosen = second === undefined || outdoes(first, second) ? first : second;
  fastest = { build: chosen.build, leavesUpperHalves: leavesUpperHalves(chosen.multiply) };
  return fastest;
}

/** The build to compute with, compiled: for other threads of this process, which share the machine code. */
export interface Compiled extends Chosen {
  module: WebAssembly.Module;
}

export function compiledKernels(): Compiled {
  const chosen = choose();
  return { ...chosen, module: compileKernels(chosen.build) };
}

/** Takes over what another thread has compiled and measured. */
export function adoptKernels({ module, ...chosen }: Compiled): void {
  compiled.set(chosen.build, module);
  fastest = chosen;
}

interface Probe {
  build: Build;
  /** One product. */
  multiply(): void;
  /** The numbers that were computed. */
  values: readonly number[];
  /** Milliseconds. */
  least: number;
}

const outdoes = (first: Probe, second: Probe): boolean =>
  first.least < second.least && first.values.every((value, at) => value === second.values[at]);

/** Some products of two matrices of 96 x 96, the least time that one took, and some covariances: V8 joins other operations there. */
function probe(build: Build): Probe {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: MAX_PAGES, shared: true });
  const { exports } = new WebAssembly.Instance(compileKernels(build), { env: { memory } });
  const { multiply32, productCovariance } = exports;
  if (typeof multiply32 !== "function" || typeof productCovariance !== "function")
    throw new Error("The kernels hold no products.");
  const size = 96;
  const row = size * 4;
  const [a, b, c] = [PAGE_BYTES, PAGE_BYTES + row * size, PAGE_BYTES + 2 * row * size];
  const products = new Float32Array(memory.buffer, c, size * size);
  const factors = new Float32Array(memory.buffer, a, 2 * size * size);
  factors.forEach((_, at) => {
    factors[at] = Math.sin(at);
  });
  const multiply = () => {
    multiply32(c, row, size, size, size, a, row, 4, b, row, 0, 0, 0);
  };
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 12; i++) {
    const before = performance.now();
    multiply();
    least = Math.min(least, performance.now() - before);
  }
  // Matern's, of 32 points in two features with each other; the strengths are the first two coordinates.
  const count = 32;
  new Float64Array(memory.buffer, a, 2 * count).forEach((_, at, coordinates) => {
    coordinates[at] = at / count;
  });
  const covariances = new Float64Array(memory.buffer, b, count * count);
  productCovariance(2, 2, a, count * 8, count, a, count * 8, count, a, b, count * 8);
  return { build, multiply, values: [...products, ...covariances], least };
}
