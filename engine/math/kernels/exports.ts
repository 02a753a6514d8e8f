import { type Build, compileKernels, mustClear } from "./module.ts";
import { clearUpperHalves } from "./upper-halves.ts";

type Kernel = (...parameters: number[]) => number;

/** The exports of assembly/index.ts: addresses and steps from row to row are in bytes. */
export interface KernelExports {
  multiply32: Kernel;
  multiply64: Kernel;
  transpose64: Kernel;
  factorise: Kernel;
  invertFactor: Kernel;
  inverseOf: Kernel;
  columnSquares: Kernel;
  forwards: Kernel;
  backwards: Kernel;
  forwardsOne: Kernel;
  backwardsOne: Kernel;
  ownCovariance: Kernel;
  crossCovariance: Kernel;
  scaleUpper: Kernel;
  affine32: Kernel;
  affine64: Kernel;
  activate32: Kernel;
  activate64: Kernel;
  slope32: Kernel;
  slope64: Kernel;
  rowSums: Kernel;
  differences: Kernel;
  gatherColumns: Kernel;
  layerJacobian: Kernel;
  adamStep: Kernel;
  weighSteepness: Kernel;
  addComponents: Kernel;
  componentsGradient: Kernel;
  productCovariance: Kernel;
  productGradient: Kernel;
}

const isKernel = (value: unknown): value is Kernel => typeof value === "function";

export function instantiate(build: Build, memory: WebAssembly.Memory): KernelExports {
  const { exports } = new WebAssembly.Instance(compileKernels(build), { env: { memory } });
  const kernel = (name: string): Kernel => {
    const exported = exports[name];
    if (!isKernel(exported)) throw new Error(`The kernels hold no ${name}.`);
    return mustClear(build) ? followedByClearing(exported) : exported;
  };
  return {
    multiply32: kernel("multiply32"),
    multiply64: kernel("multiply64"),
    transpose64: kernel("transpose64"),
    factorise: kernel("factorise"),
    invertFactor: kernel("invertFactor"),
    inverseOf: kernel("inverseOf"),
    columnSquares: kernel("columnSquares"),
    forwards: kernel("forwards"),
    backwards: kernel("backwards"),
    forwardsOne: kernel("forwardsOne"),
    backwardsOne: kernel("backwardsOne"),
    ownCovariance: kernel("ownCovariance"),
    crossCovariance: kernel("crossCovariance"),
    scaleUpper: kernel("scaleUpper"),
    affine32: kernel("affine32"),
    affine64: kernel("affine64"),
    activate32: kernel("activate32"),
    activate64: kernel("activate64"),
    slope32: kernel("slope32"),
    slope64: kernel("slope64"),
    rowSums: kernel("rowSums"),
    differences: kernel("differences"),
    gatherColumns: kernel("gatherColumns"),
    layerJacobian: kernel("layerJacobian"),
    adamStep: kernel("adamStep"),
    weighSteepness: kernel("weighSteepness"),
    addComponents: kernel("addComponents"),
    componentsGradient: kernel("componentsGradient"),
    productCovariance: kernel("productCovariance"),
    productGradient: kernel("productGradient"),
  };
}

const followedByClearing =
  (kernel: Kernel): Kernel =>
  (...parameters) => {
    const answer = kernel(...parameters);
    clearUpperHalves();
    return answer;
  };
