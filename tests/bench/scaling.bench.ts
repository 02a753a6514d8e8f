/** Cost and error of a training by its number of rows: 10 inputs, 2 outputs without noise, the product's defaults. */
import type { Table } from "../../engine/dataset/table.ts";
import { createRandom } from "../../engine/math/random.ts";
import { bench, type Row } from "./bench.ts";
import { options } from "./options.ts";
import { predictUnseen, trainTable } from "./ours.ts";
import { readPeakMemory } from "./processes.ts";
import { computeScores, type Judged } from "./scores.ts";
import { median } from "./spread.ts";

const ROW_COUNTS = [200, 1_000, 10_000, 100_000, 1_000_000];
const INPUT_COUNT = 10;
const UNSEEN_ROWS = 2_000;
const VALIDATION_SHARE = 0.2;
const SINGLE_POINTS = 200;

/** Two outputs: waves and parabolas along random directions, the same for every number of rows. */
function makeTable(rows: number, seed: number): Table {
  const directionRandom = createRandom(1);
  const random = createRandom(seed);
  const inputs = Array.from({ length: INPUT_COUNT }, (_, at) => ({
    kind: "continuous" as const,
    name: `x${at + 1}`,
    values: Float64Array.from({ length: rows }, () => random.uniform()),
  }));
  const outputs = ["y1", "y2"].map((name) => {
    const weights = inputs.map(() => directionRandom.normal());
    const values = Float64Array.from({ length: rows }, (_, row) => {
      const along = inputs.reduce((sum, input, at) => sum + (weights[at] ?? 0) * (input.values[row] ?? 0), 0);
      return Math.sin(2 * along) + along ** 2 / 4;
    });
    return { name, size: 1, values };
  });
  return { rows, inputs, outputs };
}

/** The median of the absolute errors in standard deviations of the unseen values, averaged over the outputs. */
function computeMedianError(outputs: readonly Judged[]): number {
  return outputs.reduce((sum, { truth, mean }) => {
    const centre = truth.reduce((total, value) => total + value, 0) / truth.length;
    const variance = truth.reduce((total, value) => total + (value - centre) ** 2, 0) / truth.length;
    const errors = Array.from(truth, (value, row) => Math.abs((mean[row] ?? Number.NaN) - value));
    return sum + median(errors) / Math.sqrt(variance) / outputs.length;
  }, 0);
}

async function measureSize(rows: number): Promise<Row> {
  const training = makeTable(rows, 2);
  const validationRows = createRandom(3)
    .permutation(rows)
    .slice(0, Math.round(VALIDATION_SHARE * rows))
    .sort();
  const started = performance.now();
  const cpu = process.cpuUsage();
  const { emulator, stopReason } = await trainTable(training, { effort: options.effort, validationRows }, 4);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  const unseen = makeTable(UNSEEN_ROWS, 5);
  const judged = predictUnseen(emulator, { set: "scaling", seed: 1, training, unseen, roles: {} });
  const { nrmse, coverage } = computeScores(judged);
  const times = Array.from({ length: SINGLE_POINTS }, (_, row) => {
    const point = Float64Array.from(unseen.inputs, (input) =>
      input.kind === "continuous" ? (input.values[row] ?? 0) : 0,
    );
    const begun = performance.now();
    emulator.predict(point, 1);
    return performance.now() - begun;
  });
  return {
    rows,
    "CPU s": (user + system) / 1e6,
    seconds,
    NRMSE: nrmse,
    "median error": computeMedianError(judged),
    "covered of 95%": coverage,
    "one point (ms)": median(times),
    "peak memory (MB)": Math.round(readPeakMemory("self")),
    "ended by": stopReason,
  };
}

bench(
  `Training by its number of rows: ${INPUT_COUNT} inputs, 2 outputs, effort ${options.effort}`,
  async () => {
    const rows: Row[] = [];
    for (const size of ROW_COUNTS.filter((size) => options.sizes?.includes(size) ?? true))
      rows.push(await measureSize(size));
    return rows;
  },
);
