/** The memory that a training of a large table takes, all its threads together: this process trains and does nothing else. */
import { availableParallelism } from "node:os";
import type { Table } from "../../engine/dataset/table.ts";
import { createRandom } from "../../engine/math/random.ts";
import { bench } from "./bench.ts";
import { trainTable } from "./ours.ts";
import { readPeakMemory } from "./processes.ts";

const ROW_COUNT = 100_000;
const INPUT_COUNT = 50;
const OUTPUT_COUNT = 10;
const VALIDATION_ROWS = 20_000;
const PROMISED_MB = 1500;
/** Long enough for everything to have been held at once. */
const BUDGET_S = 60;

/** Sums of waves along random directions, with noise. */
function bigTable(): Table {
  const random = createRandom(1);
  const inputs = Array.from({ length: INPUT_COUNT }, (_, at) => ({
    kind: "continuous" as const,
    name: `x${at}`,
    values: Float64Array.from({ length: ROW_COUNT }, () => random.uniform()),
  }));
  const outputs = Array.from({ length: OUTPUT_COUNT }, (_, at) => {
    const weights = inputs.map(() => random.normal() / 2);
    const values = Float64Array.from({ length: ROW_COUNT }, (_, row) => {
      const along = inputs.reduce(
        (sum, { values }, input) => sum + (weights[input] ?? 0) * (values[row] ?? 0),
        0,
      );
      return Math.sin(along) + along ** 2 / 10 + 0.01 * random.normal();
    });
    return { name: `y${at}`, size: 1, values };
  });
  return { rows: ROW_COUNT, inputs, outputs };
}

bench(
  `Peak memory of a training of ${ROW_COUNT} rows, ${INPUT_COUNT} inputs, ${OUTPUT_COUNT} outputs; promised: ${PROMISED_MB} MB`,
  async () => {
    const table = bigTable();
    const before = readPeakMemory("self");
    const validationRows = Int32Array.from({ length: VALIDATION_ROWS }, (_, at) => at * 5);
    const started = performance.now();
    const { emulator, stopReason } = await trainTable(
      table,
      { effort: "standard", validationRows, timeBudget: BUDGET_S },
      1,
    );
    const mean =
      emulator.outputs.reduce((sum, { coefficientOfDetermination }) => sum + coefficientOfDetermination, 0) /
      OUTPUT_COUNT;
    return [
      {
        threads: availableParallelism(),
        "before (MB)": Math.round(before),
        "peak (MB)": Math.round(readPeakMemory("self")),
        "R2, validation rows": mean,
        seconds: (performance.now() - started) / 1000,
        "ended by": stopReason,
      },
    ];
  },
);
