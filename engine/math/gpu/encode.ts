/** Writes operations and settings as the kernels in shaders.ts read them. */
import type { Operation, StepPlan, StepSettings } from "./operations.ts";
import { EPILOGUE_CODES, GROUP_THREADS } from "./shaders.ts";

/** Uniform buffers are bound at multiples of so many bytes. */
export const SLOT_BYTES = 256;

/** The extent of a run, beside its plan. */
export interface StepExtent {
  networks: number;
  /** Rows in the order of each network. */
  orderLength: number;
}

/** Counts the workgroups that each add up a part of a network's loss. */
export function countLossGroups({ operations }: StepPlan): number {
  const differences = operations.find((operation) => operation.kind === "differences");
  return differences === undefined ? 1 : Math.ceil((differences.units * differences.batch) / GROUP_THREADS);
}

/** A step takes one slot: 16 bytes for each network. */
export function encodeSettings(steps: readonly (readonly StepSettings[])[]): ArrayBuffer {
  const bytes = new ArrayBuffer(SLOT_BYTES * steps.length);
  const view = new DataView(bytes);
  steps.forEach((networks, step) => {
    networks.forEach(({ firstRow, rate, correction, keep }, network) => {
      const at = step * SLOT_BYTES + network * 16;
      view.setUint32(at, firstRow, true);
      [rate, correction, keep].forEach((value, i) => {
        view.setFloat32(at + 4 * (i + 1), value, true);
      });
    });
  });
  return bytes;
}

/** The numbers of an operation in the order of its structure in shaders.ts. */
export function encodeOperation(
  operation: Operation,
  { sharedLength, blockLength }: StepPlan,
  { orderLength }: StepExtent,
  lossGroups: number,
): Uint32Array<ArrayBuffer> {
  switch (operation.kind) {
    case "product": {
      const { height, width, depth, a, b, c, epilogue, derivatives } = operation;
      return Uint32Array.of(
        ...[height, width, depth, sharedLength],
        ...[a.offset, a.row, a.column, blockLength],
        ...[b.offset, b.row, b.column, EPILOGUE_CODES[epilogue]],
        ...[c.offset, c.row, derivatives, 0],
      );
    }
    case "gather": {
      const { width, rowWidth, batch, target } = operation;
      return Uint32Array.of(width, rowWidth, batch, sharedLength, target, blockLength, orderLength, 0);
    }
    case "differences": {
      const { units, batch, rowWidth, firstTarget, outputs, shares } = operation;
      return Uint32Array.of(
        ...[units, batch, rowWidth, sharedLength],
        ...[firstTarget, outputs, shares, blockLength],
        ...[orderLength, lossGroups, 0, 0],
      );
    }
    case "adam": {
      const { length, parameters, gradient, first, second, b1, b2 } = operation;
      const numbers = Uint32Array.of(
        ...[length, parameters, gradient, sharedLength],
        ...[first, second, blockLength, 0],
        ...[0, 0, 0, 0],
      );
      new Float32Array(numbers.buffer).set([b1, b2], 8);
      return numbers;
    }
  }
}
