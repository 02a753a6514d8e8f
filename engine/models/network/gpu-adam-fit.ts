/** Fits networks by mini-batches on a GPU: several of one shape at a time, with the steps of adam-fit.ts. */

import type { Gpu } from "../../math/gpu/gpu.ts";
import {
  createPipelines,
  GpuSteps,
  largestBuffer,
  type Pipelines,
  uploadRows,
} from "../../math/gpu/gpu-steps.ts";
import type { StepSettings } from "../../math/gpu/operations.ts";
import { MAX_NETWORKS } from "../../math/gpu/shaders.ts";
import type { Random } from "../../math/random.ts";
import { ADAM_SETTINGS, type AdamFit, computeBatchRows } from "./adam-fit.ts";
import { type NetworkShape, parameterCount } from "./network.ts";
import { type NetworkPlan, packParameters, planStep, unpackParameters } from "./step-plan.ts";

/** A GPU with its compiled kernels. */
export interface GpuTrainer {
  gpu: Gpu;
  pipelines: Pipelines;
}

export const createGpuTrainer = (gpu: Gpu): GpuTrainer => ({ gpu, pipelines: createPipelines(gpu) });

/** Rows on the GPU: the inputs and targets of each beside each other, which several fits may read. */
export interface GpuTable {
  buffer: GPUBuffer;
  count: number;
}

/**
 * Uploads rows.
 * @param columns the inputs, then the targets: one array of `count` each
 */
export function uploadTable(
  { gpu }: GpuTrainer,
  columns: readonly ArrayLike<number>[],
  count: number,
): GpuTable {
  const rows = new Float32Array(count * columns.length);
  columns.forEach((column, at) => {
    for (let row = 0; row < count; row++) rows[row * columns.length + at] = column[row];
  });
  return { buffer: uploadRows(gpu, rows), count };
}

/** One of the networks that are fitted at a time. */
export interface GpuMember {
  /** `advance` changes it. */
  fit: AdamFit;
  /** The rows of the table that it is fitted to. */
  rows: Int32Array;
  /** It draws the order of the rows in each epoch. */
  random: Random;
}

/** True: a device that takes buffers of so many bytes can fit networks of this shape to so many numbers, and so many networks at a time. */
export function isWithinLimits(
  { gpu }: GpuTrainer,
  shape: NetworkShape,
  numbers: number,
  networks: number,
): boolean {
  const largest = Math.max(largestBuffer(planStep(shape, computeBatchRows(numbers)), networks), 4 * numbers);
  return networks <= MAX_NETWORKS && largest <= gpu.device.limits.maxStorageBufferBindingSize;
}

export class GpuAdamFitter {
  readonly #shape: NetworkShape;
  readonly #plan: NetworkPlan;
  readonly #steps: GpuSteps;
  readonly #members: readonly GpuMember[];
  readonly #batch: number;
  readonly #epochs: number[];

  private constructor(
    shape: NetworkShape,
    plan: NetworkPlan,
    steps: GpuSteps,
    members: readonly GpuMember[],
    batch: number,
  ) {
    this.#shape = shape;
    this.#plan = plan;
    this.#steps = steps;
    this.#members = members;
    this.#batch = batch;
    this.#epochs = members.map(() => -1);
  }

  /**
   * @param table whose rows have the shape's inputs and outputs
   * @param shares the weight of each output's mean squared error in the loss
   * @param members networks with mini-batches of one size
   */
  static async create(
    { gpu, pipelines }: GpuTrainer,
    shape: NetworkShape,
    table: GpuTable,
    shares: Float64Array,
    members: readonly GpuMember[],
  ): Promise<GpuAdamFitter> {
    const batch = Math.min(...members.map(({ rows }) => computeBatchRows(rows.length)));
    const plan = planStep(shape, batch);
    const orderLength = Math.max(...members.map(({ rows }) => rows.length));
    const extent = { networks: members.length, orderLength };
    const steps = await GpuSteps.create(gpu, pipelines, plan, extent, table.buffer);
    steps.writeShared(Float32Array.from(shares));
    const ones = new Float32Array(batch).fill(1);
    members.forEach(({ fit }, network) => {
      for (const at of plan.layout.ones) steps.write(network, at, ones);
      for (const name of ["parameters", "first", "second"] as const) {
        const packed = new Float32Array(fit[name].length);
        packParameters(shape, fit[name], packed);
        steps.write(network, plan.layout[name], packed);
      }
    });
    return new GpuAdamFitter(shape, plan, steps, members, batch);
  }

  /**
   * Takes so many steps with each network, and reads the networks back.
   * @param rates for each network the learning rate of a step
   * @returns the mean loss of each network over the steps
   * @throws Error, before a network changes, when the GPU has computed nothing
   */
  async advance(count: number, rates: readonly ((step: number) => number)[]): Promise<number[]> {
    const started = this.#members.map(({ fit }) => fit.step);
    for (let done = 0; done < count; ) {
      const nextSteps = started.map((step) => step + done);
      const taken = Math.min(
        count - done,
        ...nextSteps.map((step, network) => this.#openEpoch(network, step)),
      );
      this.#steps.run(
        Array.from({ length: taken }, (_, i) =>
          nextSteps.map((step, network) => this.#settingsOf(network, step + i, rates[network])),
        ),
      );
      done += taken;
    }
    const { parameters, first, second } = this.#plan.layout;
    const length = parameterCount(this.#shape);
    const networks = await this.#steps.read(0, 3 * length);
    // Steps that the device has refused leave the sums of the losses at 0, and the error that says so may come later.
    if (networks.some(({ loss }) => loss === 0)) throw new Error("it has computed nothing");
    return networks.map(({ values, loss }, network) => {
      const { fit } = this.#members[network];
      fit.step = started[network] + count;
      unpackParameters(this.#shape, values.subarray(parameters, parameters + length), fit.parameters);
      unpackParameters(this.#shape, values.subarray(first, first + length), fit.first);
      unpackParameters(this.#shape, values.subarray(second, second + length), fit.second);
      return loss / count;
    });
  }

  destroy(): void {
    this.#steps.destroy();
  }

  /** Uploads the order of the rows where an epoch begins; returns the steps that are left of it. */
  #openEpoch(network: number, step: number): number {
    const { rows, random } = this.#members[network];
    const batches = Math.floor(rows.length / this.#batch);
    const epoch = Math.floor(step / batches);
    if (this.#epochs[network] !== epoch) {
      this.#epochs[network] = epoch;
      const order = Uint32Array.from(random.fork(epoch).permutation(rows.length), (at) => rows[at]);
      this.#steps.writeOrder(network, order);
    }
    return (epoch + 1) * batches - step;
  }

  #settingsOf(network: number, step: number, rateAt: (step: number) => number): StepSettings {
    const { b1, b2, decay } = ADAM_SETTINGS;
    const batches = Math.floor(this.#members[network].rows.length / this.#batch);
    const rate = rateAt(step);
    return {
      firstRow: (step % batches) * this.#batch,
      rate: rate / (1 - b1 ** (step + 1)),
      correction: 1 / (1 - b2 ** (step + 1)),
      keep: 1 - rate * decay,
    };
  }
}
