/** Steps of training on a GPU: several networks of one shape at a time, each on rows of its own order. Nothing is read back per step. */
import { countLossGroups, encodeOperation, encodeSettings, SLOT_BYTES, type StepExtent } from "./encode.ts";
import type { Gpu } from "./gpu.ts";
import type { Operation, Product, StepPlan, StepSettings } from "./operations.ts";
import {
  ADAM_SHADER,
  DIFFERENCES_SHADER,
  GATHER_SHADER,
  GROUP_THREADS,
  productShader,
  type Tile,
} from "./shaders.ts";

/** Steps in one submission: more would make the driver wait for the first one, fewer cost a submission more often. */
const STEPS_PER_SUBMISSION = 32;
/** With fewer workgroups than this, smaller tiles spread a product over more of the device. */
const MIN_WORKGROUPS = 96;
const MAX_GROUPS = 65_535;

interface Dispatch {
  pipeline: GPUComputePipeline;
  groups: readonly [number, number, number];
  /** The offset of its numbers in the buffer of the operations (bytes). */
  slot: number;
}

/** Compiles kernels for a device and keeps them. */
export function createPipelines({ device }: Gpu) {
  const { COMPUTE } = GPUShaderStage;
  const bindGroupLayout = device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility: COMPUTE, buffer: { type: "storage" } },
      { binding: 1, visibility: COMPUTE, buffer: { type: "uniform", hasDynamicOffset: true } },
      { binding: 2, visibility: COMPUTE, buffer: { type: "read-only-storage" } },
      { binding: 3, visibility: COMPUTE, buffer: { type: "read-only-storage" } },
      { binding: 4, visibility: COMPUTE, buffer: { type: "storage" } },
      { binding: 5, visibility: COMPUTE, buffer: { type: "uniform", hasDynamicOffset: true } },
    ],
  });
  const layout = device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout] });
  const pipelines = new Map<string, Promise<GPUComputePipeline>>();
  const compile = (code: string): Promise<GPUComputePipeline> => {
    const compiled = pipelines.get(code) ?? createPipeline(device, layout, code);
    pipelines.set(code, compiled);
    return compiled;
  };
  return { bindGroupLayout, compile };
}

function createPipeline(
  device: GPUDevice,
  layout: GPUPipelineLayout,
  code: string,
): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ code });
  return device.createComputePipelineAsync({ layout, compute: { module, entryPoint: "main" } });
}

export type Pipelines = ReturnType<typeof createPipelines>;

/** Uploads rows of numbers, which several runs may read. */
export function uploadRows({ device }: Gpu, rows: Float32Array<ArrayBuffer>): GPUBuffer {
  const { STORAGE, COPY_DST } = GPUBufferUsage;
  const buffer = device.createBuffer({ size: rows.byteLength, usage: STORAGE | COPY_DST });
  device.queue.writeBuffer(buffer, 0, rows);
  return buffer;
}

/** The bytes that the largest buffer of a run takes; a device may take less. */
export const largestBuffer = (plan: StepPlan, networks: number): number =>
  4 * (plan.sharedLength + networks * plan.blockLength);

export class GpuSteps {
  readonly #device: GPUDevice;
  readonly #plan: StepPlan;
  readonly #extent: StepExtent;
  readonly #dispatches: readonly Dispatch[];
  readonly #lossGroups: number;
  readonly #memory: GPUBuffer;
  readonly #operations: GPUBuffer;
  readonly #order: GPUBuffer;
  readonly #losses: GPUBuffer;
  readonly #settings: GPUBuffer;
  readonly #bindGroup: GPUBindGroup;

  private constructor(
    { device }: Gpu,
    { bindGroupLayout }: Pipelines,
    plan: StepPlan,
    extent: StepExtent,
    rows: GPUBuffer,
    dispatches: readonly Dispatch[],
  ) {
    this.#device = device;
    this.#plan = plan;
    this.#extent = extent;
    this.#dispatches = dispatches;
    this.#lossGroups = countLossGroups(plan);
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const create = (size: number, usage: number): GPUBuffer => device.createBuffer({ size, usage });
    this.#memory = create(largestBuffer(plan, extent.networks), STORAGE | COPY_DST | COPY_SRC);
    this.#operations = create(SLOT_BYTES * dispatches.length, UNIFORM | COPY_DST);
    this.#order = create(4 * extent.networks * extent.orderLength, STORAGE | COPY_DST);
    this.#losses = create(4 * extent.networks * this.#lossGroups, STORAGE | COPY_DST | COPY_SRC);
    this.#settings = create(SLOT_BYTES * STEPS_PER_SUBMISSION, UNIFORM | COPY_DST);
    this.#bindGroup = device.createBindGroup({
      layout: bindGroupLayout,
      entries: [
        { binding: 0, resource: { buffer: this.#memory } },
        { binding: 1, resource: { buffer: this.#operations, size: SLOT_BYTES } },
        { binding: 2, resource: { buffer: rows } },
        { binding: 3, resource: { buffer: this.#order } },
        { binding: 4, resource: { buffer: this.#losses } },
        { binding: 5, resource: { buffer: this.#settings, size: SLOT_BYTES } },
      ],
    });
    plan.operations.forEach((operation, at) => {
      const numbers = encodeOperation(operation, plan, extent, this.#lossGroups);
      device.queue.writeBuffer(this.#operations, at * SLOT_BYTES, numbers);
    });
  }

  /** Compiles what the plan needs. @param rows see `uploadRows` */
  static async create(
    gpu: Gpu,
    pipelines: Pipelines,
    plan: StepPlan,
    extent: StepExtent,
    rows: GPUBuffer,
  ): Promise<GpuSteps> {
    const dispatches = await Promise.all(
      plan.operations.map(async (operation, at): Promise<Dispatch> => {
        const { code, groups } = chooseKernel(operation, gpu.tiles, extent.networks);
        return { pipeline: await pipelines.compile(code), groups, slot: at * SLOT_BYTES };
      }),
    );
    return new GpuSteps(gpu, pipelines, plan, extent, rows, dispatches);
  }

  /** Writes the numbers that all networks share. */
  writeShared(values: Float32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#memory, 0, values);
  }

  /** Writes numbers of one network, from the offset `at` of its block on. */
  write(network: number, at: number, values: Float32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#memory, this.#addressOf(network, at), values);
  }

  /** Writes the order in which a network reads the rows, from its place `at` on. */
  writeOrder(network: number, order: Uint32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#order, 4 * network * this.#extent.orderLength, order);
  }

  /** Runs steps one after the other. @param steps for each step the settings of each network */
  run(steps: readonly (readonly StepSettings[])[]): void {
    for (let from = 0; from < steps.length; from += STEPS_PER_SUBMISSION)
      this.#submit(steps.slice(from, from + STEPS_PER_SUBMISSION));
  }

  /**
   * Reads `length` numbers of each network, from the offset `at` of their blocks on, and the sum of each network's losses since the
   * last reading. Waits for all steps.
   */
  async read(at: number, length: number): Promise<{ values: Float32Array; loss: number }[]> {
    const { networks } = this.#extent;
    const device = this.#device;
    const { MAP_READ, COPY_DST } = GPUBufferUsage;
    const lossBytes = 4 * this.#lossGroups;
    const size = networks * (4 * length + lossBytes);
    const staging = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
    const encoder = device.createCommandEncoder();
    for (let network = 0; network < networks; network++) {
      const target = network * 4 * length;
      encoder.copyBufferToBuffer(this.#memory, this.#addressOf(network, at), staging, target, 4 * length);
    }
    const lossesAt = networks * 4 * length;
    encoder.copyBufferToBuffer(this.#losses, 0, staging, lossesAt, networks * lossBytes);
    encoder.clearBuffer(this.#losses);
    device.queue.submit([encoder.finish()]);
    try {
      await staging.mapAsync(GPUMapMode.READ);
      const numbers = new Float32Array(staging.getMappedRange()).slice();
      return Array.from({ length: networks }, (_, network) => {
        const from = networks * length + network * this.#lossGroups;
        const losses = numbers.subarray(from, from + this.#lossGroups);
        const values = numbers.subarray(network * length, (network + 1) * length);
        return { values, loss: losses.reduce((sum, loss) => sum + loss, 0) };
      });
    } finally {
      staging.destroy();
    }
  }

  destroy(): void {
    for (const buffer of [this.#memory, this.#operations, this.#order, this.#losses, this.#settings])
      buffer.destroy();
  }

  #submit(steps: readonly (readonly StepSettings[])[]): void {
    const device = this.#device;
    device.queue.writeBuffer(this.#settings, 0, encodeSettings(steps));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (let step = 0; step < steps.length; step++) {
      for (const { pipeline, groups, slot } of this.#dispatches) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, this.#bindGroup, [slot, step * SLOT_BYTES]);
        pass.dispatchWorkgroups(...groups);
      }
    }
    pass.end();
    device.queue.submit([encoder.finish()]);
  }

  #addressOf(network: number, at: number): number {
    return 4 * (this.#plan.sharedLength + network * this.#plan.blockLength + at);
  }
}

function chooseKernel(
  operation: Operation,
  tiles: readonly Tile[],
  networks: number,
): { code: string; groups: Dispatch["groups"] } {
  switch (operation.kind) {
    case "product": {
      const tile = chooseTile(operation, tiles, networks);
      const isDepthFirst = { a: operation.a.column === 1, b: operation.b.row === 1 };
      const groups = [
        Math.ceil(operation.width / tile),
        Math.ceil(operation.height / tile),
        networks,
      ] as const;
      return { code: productShader(tile, isDepthFirst), groups };
    }
    case "gather":
      return {
        code: GATHER_SHADER,
        groups: [Math.ceil(operation.batch / GROUP_THREADS), operation.width, networks],
      };
    case "differences": {
      const groups = Math.ceil((operation.units * operation.batch) / GROUP_THREADS);
      return { code: DIFFERENCES_SHADER, groups: [groups, 1, networks] };
    }
    case "adam": {
      const groups = Math.ceil(operation.length / GROUP_THREADS);
      return {
        code: ADAM_SHADER,
        groups: [Math.min(groups, MAX_GROUPS), Math.ceil(groups / MAX_GROUPS), networks],
      };
    }
  }
}

/** The largest tile that still gives the device enough workgroups; the smallest one where none does. */
function chooseTile({ height, width }: Product, tiles: readonly Tile[], networks: number): Tile {
  const count = (tile: Tile): number => Math.ceil(height / tile) * Math.ceil(width / tile) * networks;
  return tiles.find((tile) => count(tile) >= MIN_WORKGROUPS) ?? tiles[tiles.length - 1];
}
