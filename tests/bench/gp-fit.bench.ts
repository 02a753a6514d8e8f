/**
 * Measures how long a Gaussian process of 1,000 rows and 6 inputs takes to fit, ARD and noise from the data, ours and
 * scikit-learn's.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Table } from "../../engine/dataset/table.ts";
import { Matrix } from "../../engine/math/matrix.ts";
import { createRandom } from "../../engine/math/random.ts";
import { runToEnd } from "../../engine/math/run-to-end.ts";
import { fitGaussianProcess } from "../../engine/models/gaussian-process/fit.ts";
import { createGaussianPredictor } from "../../engine/models/gaussian-process/predictor.ts";
import { bench, type Row } from "./bench.ts";
import type { Split } from "./data/sets.ts";
import { options } from "./options.ts";
import { readVersion, runPeer, writeSplit } from "./peers.ts";
import { median } from "./spread.ts";

const ROW_COUNT = 1000;
const UNSEEN_COUNT = 500;
const INPUT_COUNT = 6;
const RUN_COUNT = Math.min(3, options.seeds);

type Fit = { seconds: number; cpuSeconds: number; nrmse: number };
const fitSchema = z.object({ seconds: z.number(), cpuSeconds: z.number(), nrmse: z.number() });

/** A smooth function of unlike inputs, with a little noise: standardised as both learn it. */
function makeRows(count: number, seed: number): Table {
  const random = createRandom(seed);
  const points = Array.from({ length: count }, () =>
    Array.from({ length: INPUT_COUNT }, () => 2 * random.uniform() - 1),
  );
  const value = ([a = 0, b = 0, c = 0, d = 0, e = 0]: number[]) =>
    Math.sin(3 * a) + b * b * c + Math.exp(0.8 * d) * Math.cos(2 * e) + 0.01 * random.normal();
  return {
    rows: count,
    inputs: Array.from({ length: INPUT_COUNT }, (_, at) => ({
      kind: "continuous",
      name: String(at),
      values: Float64Array.from(points, (point) => Math.sqrt(3) * (point[at] ?? 0)),
    })),
    outputs: [{ name: "y", size: 1, values: Float64Array.from(points, value) }],
  };
}

/** Features x rows. */
const featureMajor = ({ inputs, rows }: Table): Matrix => {
  const features = new Matrix(inputs.length, rows);
  inputs.forEach((input, at) => {
    if (input.kind === "continuous") features.row(at).set(input.values);
  });
  return features;
};

function ours({ training, unseen, seed }: Split): Fit {
  const truth = unseen.outputs[0]?.values ?? new Float64Array(0);
  const started = performance.now();
  const cpu = process.cpuUsage();
  const data = {
    inputs: featureMajor(training),
    targets: training.outputs[0]?.values ?? new Float64Array(0),
    sources: Int32Array.from({ length: INPUT_COUNT }, (_, at) => at),
  };
  const { model } = runToEnd(fitGaussianProcess(data, { random: createRandom(seed) }));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  const { mean } = createGaussianPredictor(model).predict(featureMajor(unseen));
  return { seconds, cpuSeconds: (user + system) / 1e6, nrmse: computeNrmse(truth, mean) };
}

function computeNrmse(truth: Float64Array, predicted: Float64Array): number {
  const centre = truth.reduce((sum, value) => sum + value, 0) / truth.length;
  const spread = truth.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(truth.reduce((sum, value, at) => sum + (value - (predicted[at] ?? 0)) ** 2, 0) / spread);
}

function theirs(split: Split): Fit {
  const folder = mkdtempSync(join(tmpdir(), "understudy-gp-"));
  try {
    writeSplit(folder, split, split.training.outputs);
    return runPeer("gp_fit.py", [folder], fitSchema);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function summary(method: string, fits: readonly Fit[]): Row {
  const over = (pick: (fit: Fit) => number) => median(fits.map(pick));
  return {
    method,
    runs: fits.length,
    seconds: over(({ seconds }) => seconds),
    "CPU s": over(({ cpuSeconds }) => cpuSeconds),
    NRMSE: over(({ nrmse }) => nrmse),
  };
}

bench(`Fit of a Gaussian process, ${ROW_COUNT} rows, ${INPUT_COUNT} inputs (medians)`, () => {
  const splits = Array.from({ length: RUN_COUNT }, (_, run): Split => {
    const all = makeRows(ROW_COUNT + UNSEEN_COUNT, run + 1);
    const part = (from: number, to: number): Table => ({
      rows: to - from,
      inputs: all.inputs.map((input) =>
        input.kind === "continuous" ? { ...input, values: input.values.slice(from, to) } : input,
      ),
      outputs: all.outputs.map((output) => ({ ...output, values: output.values.slice(from, to) })),
    });
    return {
      set: "gp-fit",
      seed: run + 1,
      training: part(0, ROW_COUNT),
      unseen: part(ROW_COUNT, ROW_COUNT + UNSEEN_COUNT),
      roles: {},
    };
  });
  const rows = [summary("Understudy", splits.map(ours))];
  if (readVersion("sklearn") === null) return rows;
  rows.push(summary("scikit-learn", splits.map(theirs)));
  const [ourSeconds, peer] = rows.map((row) => Number(row["CPU s"]));
  return rows.map((row, at) => ({
    ...row,
    "CPU time, ours = 1": at === 0 ? 1 : (peer ?? 0) / (ourSeconds ?? 1),
  }));
});
