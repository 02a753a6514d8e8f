/** Computes the operations of a GPU one number after the other, in double precision: what the kernels in WGSL are held to. */
import type {
  AdamUpdate,
  Differences,
  Gather,
  Operation,
  Product,
  StepPlan,
  StepSettings,
} from "@understudy/engine/math/gpu/operations.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";

export interface TwinMemory {
  /** All networks share these numbers. */
  shared: Float64Array;
  /** The block of one network. */
  block: Float64Array;
  rows: ArrayLike<number>;
  order: ArrayLike<number>;
}

/** Performs one step of a plan in the memory, and returns the loss. */
export function performStep({ operations }: StepPlan, memory: TwinMemory, settings: StepSettings): number {
  return operations.reduce((loss, operation) => loss + perform(operation, memory, settings), 0);
}

function perform(operation: Operation, memory: TwinMemory, settings: StepSettings): number {
  switch (operation.kind) {
    case "product":
      multiply(operation, memory);
      return 0;
    case "gather":
      gather(operation, memory, settings);
      return 0;
    case "differences":
      return subtractTargets(operation, memory, settings);
    case "adam":
      update(operation, memory, settings);
      return 0;
    default:
      return assertNever(operation);
  }
}

const at = (values: ArrayLike<number>, index: number): number => values[index] ?? Number.NaN;

function multiply({ height, width, depth, a, b, c, epilogue, derivatives }: Product, memory: TwinMemory) {
  const { block } = memory;
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      let sum = 0;
      for (let k = 0; k < depth; k++)
        sum +=
          at(block, a.offset + i * a.row + k * a.column) * at(block, b.offset + k * b.row + j * b.column);
      const slope = derivatives + i * width + j;
      const share = 1 / (1 + Math.exp(-sum));
      const target = c.offset + i * c.row + j;
      if (epilogue === "none") block[target] = sum;
      else if (epilogue === "times derivatives") block[target] = sum * at(block, slope);
      else if (epilogue === "tanh") {
        block[target] = Math.tanh(sum);
        block[slope] = 1 - Math.tanh(sum) ** 2;
      } else {
        block[target] = sum * share;
        block[slope] = share + sum * share * (1 - share);
      }
    }
  }
}

function gather({ width, rowWidth, batch, target }: Gather, memory: TwinMemory, { firstRow }: StepSettings) {
  for (let j = 0; j < width; j++)
    for (let i = 0; i < batch; i++)
      memory.block[target + j * batch + i] = at(memory.rows, at(memory.order, firstRow + i) * rowWidth + j);
}

function subtractTargets(
  { units, batch, rowWidth, firstTarget, outputs, shares }: Differences,
  { shared, block, rows, order }: TwinMemory,
  { firstRow }: StepSettings,
): number {
  let loss = 0;
  for (let unit = 0; unit < units; unit++) {
    for (let i = 0; i < batch; i++) {
      const place = outputs + unit * batch + i;
      const share = at(shared, shares + unit) / batch;
      const difference = at(block, place) - at(rows, at(order, firstRow + i) * rowWidth + firstTarget + unit);
      loss += share * difference ** 2;
      block[place] = 2 * share * difference;
    }
  }
  return loss;
}

function update(operation: AdamUpdate, { block }: TwinMemory, { rate, correction, keep }: StepSettings) {
  const { length, parameters, gradient, first, second, b1, b2 } = operation;
  for (let i = 0; i < length; i++) {
    const g = at(block, gradient + i);
    const m = b1 * at(block, first + i) + (1 - b1) * g;
    const v = b2 * at(block, second + i) + (1 - b2) * g * g;
    block[first + i] = m;
    block[second + i] = v;
    block[parameters + i] =
      keep * at(block, parameters + i) - (rate * m) / (Math.sqrt(v * correction) + 1e-8);
  }
}
