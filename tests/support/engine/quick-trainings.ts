/** Short trainings by a clock of the test's own, and what is compared of their emulators. */
import { createHash } from "node:crypto";
import { collectPoints, type Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import type { TrainContext, TrainOptions } from "@understudy/engine/training/prepare/messages.ts";
import { train } from "@understudy/engine/training/train.ts";
import { drawValidationRows, syntheticTable } from "./tables.ts";

export const smooth = syntheticTable(120, 2, {
  y: ([a = 0, b = 0]) => Math.sin(4 * a) + b,
  z: ([a = 0, b = 0]) => a * b,
});

/** A clock that moves on by `step` milliseconds whenever it is read. */
export const tickingClock = (step = 1) => {
  let now = 0;
  return () => {
    now += step;
    return now;
  };
};

export function training(
  table: Table,
  options: Partial<TrainOptions> = {},
  context: Partial<TrainContext> = {},
) {
  return train(
    table,
    { effort: "quick", validationRows: drawValidationRows(table), ...options },
    { random: createRandom(1), clock: tickingClock(), ...context },
  );
}

/** Short enough to be shown when two differ. */
export const digest = (emulator: Emulator) => createHash("sha256").update(emulator.serialise()).digest("hex");

export const accuracies = (emulator: Emulator) =>
  Object.fromEntries(emulator.outputs.map((output) => [output.name, output.coefficientOfDetermination]));

export const predictRows = (emulator: Emulator, table: Table) =>
  Array.from(emulator.predict(collectPoints(table), table.rows).values(), ({ mean, lower, upper }) => [
    mean,
    lower,
    upper,
  ]);
