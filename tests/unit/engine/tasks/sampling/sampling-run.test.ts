/** The sampling of a job's variables: the density that it has over their values, and how it goes on. */
import { type Axis, createAxes } from "@understudy/engine/designs/axes.ts";
import { packPlain, unpackPlain } from "@understudy/engine/models/plain-data.ts";
import { logMeanDensity } from "@understudy/engine/tasks/optimization/emulator/log-mean-density.ts";
import { ChainHistory } from "@understudy/engine/tasks/sampling/chain-history.ts";
import {
  type SamplingOptions,
  SamplingRun,
  type SamplingState,
} from "@understudy/engine/tasks/sampling/sampling-run.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { z } from "zod";
import { assert, suite } from "../../../../harness.ts";
import { scalarVariable } from "../../../../support/engine/job-variables.ts";

const SAMPLING_OPTIONS: SamplingOptions = {
  seed: 3,
  walkers: 16,
  stretchProbability: 0.5,
  maxEvaluations: 60_000,
  stopsAtConvergence: false,
  start: null,
  scan: null,
};
type Score = (values: readonly number[]) => number | null;

/** Evaluates until it stops. */
function finish(run: SamplingRun, score: Score, most = Number.POSITIVE_INFINITY): void {
  while (run.stopReason === null && !run.isLost && run.history.steps < most)
    run.tell(
      run.ask().map((proposal) => {
        const values = run.axes.map((axis, a) => valueAt(axis, proposal.point[a] ?? 0));
        return { proposal, score: score(values) };
      }),
    );
}
const valueAt = (axis: Axis, fraction: number): number => {
  const at = axis.cell(fraction);
  return axis.isChoice ? at : Number(axis.value(at));
};
const sample = (
  variables: Record<string, JobVariable>,
  score: Score,
  options: Partial<SamplingOptions> = {},
): SamplingRun => {
  const run = new SamplingRun(createAxes(variables), { ...SAMPLING_OPTIONS, ...options });
  finish(run, score);
  return run;
};
const shareBelow = (values: Float64Array, limit: number): number =>
  values.reduce((sum, value) => sum + (value < limit ? 1 : 0), 0) / values.length;

const densities = suite("the density over the values of variables");

densities("is uniform for a constant score, whether an axis is linear or logarithmic", () => {
  const { history, axes } = sample({ r: scalarVariable(1, 1000), v: scalarVariable(-2, 2) }, () => 0);
  assert.is(axes[0]?.spacing, "logarithmic");
  const [r, v] = [history.series(0, 200).values, history.series(1, 200).values];
  assert.ok(Math.abs(shareBelow(r, 500.5) - 0.5) < 0.03, `${shareBelow(r, 500.5)}`);
  assert.ok(Math.abs(shareBelow(r, 100.9) - 0.1) < 0.03, `${shareBelow(r, 100.9)}`);
  assert.ok(Math.abs(shareBelow(v, 0) - 0.5) < 0.03);
});

densities("gives each whole number and each option the weight of its score alone", () => {
  const corner: JobVariable = { type: "MultiSelect", options: ["a", "b"], initval: "a", fixed: false };
  const { history } = sample({ n: scalarVariable(1, 200, true), corner }, ([n = 0, at = 0]) =>
    n > 10 ? null : Math.log(1 + at),
  );
  const [n, at] = [history.series(0, 200).values, history.series(1, 200).values];
  for (let value = 1; value <= 10; value++)
    assert.ok(Math.abs(shareBelow(n, value + 0.5) - value / 10) < 0.04, `${shareBelow(n, value + 0.5)}`);
  assert.ok(Math.abs(shareBelow(at, 0.5) - 1 / 3) < 0.03, `${shareBelow(at, 0.5)}`);
});

densities("holds the values and their score", () => {
  const rows: number[][] = [];
  sample({ r: scalarVariable(1, 1000) }, ([r = 0]) => -r / 100, {
    maxEvaluations: 200,
    onStep: (all) => rows.push([...all]),
  });
  assert.ok(rows.length > 5);
  for (const [value = 0, score = 0] of rows) assert.ok(Math.abs(score + value / 100) < 1e-9);
});

densities("is widened by an emulator's own uncertainty, as two normal distributions are together", () => {
  const score = (_: object, { y }: Readonly<Record<string, unknown>>) => -((Number(y) - 1) ** 2) / 2;
  const bounds = (mean: number) => ({ mean, lower: mean - 1.959964 * 2, upper: mean + 1.959964 * 2 });
  const at = (mean: number) => logMeanDensity(score, {}, { y: bounds(mean) });
  // Variances add: 1 + 4.
  assert.ok(Math.abs(at(4) - at(1) - -9 / 10) < 1e-3, `${at(4) - at(1)}`);
  assert.ok(Math.abs(at(1) - -0.5 * Math.log(5)) < 1e-3);
});

const chains = suite("a chain that is interrupted or extended");
const UNIT_VARIABLES = { a: scalarVariable(0, 1), b: scalarVariable(0, 1) };
const bell: Score = ([a = 0, b = 0]) => -50 * ((a - 0.4) ** 2 + (b - 0.6) ** 2);
const stateSchema = z.custom<SamplingState>((value) => typeof value === "object" && value !== null);

/** Written and read back, with the steps that a file holds. */
function restored(run: SamplingRun, rows: readonly Float64Array[], options: SamplingOptions): SamplingRun {
  const state = stateSchema.parse(unpackPlain("test", 1, packPlain("test", 1, run.checkpoint())));
  const history = new ChainHistory(3, SAMPLING_OPTIONS.walkers);
  for (const row of rows) history.push(row);
  return new SamplingRun(run.axes, options, state, history);
}

chains("is the same as one that was not, to the bit", () => {
  const uninterrupted: Float64Array[] = [];
  const parts: Float64Array[] = [];
  const keep = (rows: Float64Array[]) => ({ onStep: (row: Float64Array) => rows.push(row.slice()) });
  const run = sample(UNIT_VARIABLES, bell, { maxEvaluations: 4000, ...keep(uninterrupted) });
  const options = { ...SAMPLING_OPTIONS, maxEvaluations: 1501, ...keep(parts) };
  const first = new SamplingRun(createAxes(UNIT_VARIABLES), options);
  finish(first, bell, 50);
  const second = restored(first, parts, options);
  finish(second, bell);
  assert.is(second.stopReason, "evaluation limit");
  assert.is(second.evaluations, 1501);
  const extended = restored(second, parts, { ...options, maxEvaluations: 4000 });
  finish(extended, bell);
  assert.equal(parts, uninterrupted);
  assert.equal(extended.diagnose(), run.diagnose());
  assert.equal(extended.looks, run.looks);
});

chains("stops once it has converged, unless it is continued for more", () => {
  const options = { ...SAMPLING_OPTIONS, maxEvaluations: 400_000, stopsAtConvergence: true };
  const rows: Float64Array[] = [];
  const run = new SamplingRun(createAxes(UNIT_VARIABLES), {
    ...options,
    onStep: (row) => rows.push(row.slice()),
  });
  finish(run, bell);
  assert.is(run.stopReason, "converged");
  const { steps, burnIn, times } = run.diagnose();
  assert.ok(steps - burnIn > 100 * Math.max(...times) && run.evaluations < 300_000);
  assert.is(restored(run, rows, options).stopReason, "converged");
  const more = restored(run, rows, { ...options, stopsAtConvergence: false });
  assert.is(more.stopReason, null);
  finish(more, bell, steps + 10);
  assert.is(more.history.steps, steps + 10);
});

chains("tells of a density that is nowhere, and of evaluations without a score", () => {
  const run = sample(UNIT_VARIABLES, () => Number.NaN);
  assert.ok(run.isLost);
  assert.is(run.unscored, run.evaluations);
  const narrow = sample(UNIT_VARIABLES, ([a = 0]) => (a < 0.9 ? null : 0), { maxEvaluations: 1000 });
  assert.not(narrow.isLost);
  assert.ok(narrow.unscored > 50);
});

chains("begins with walkers apart where one alone found a density", () => {
  const rows: Float64Array[] = [];
  const run = sample(UNIT_VARIABLES, ([a = 0, b = 0]) => (Math.hypot(a - 0.5, b - 0.5) < 0.06 ? 0 : null), {
    maxEvaluations: 2000,
    onStep: (row) => rows.push(row.slice()),
  });
  assert.not(run.isLost);
  const first = Array.from({ length: 16 }, (_, walker) => rows[0]?.[walker * 3] ?? 0);
  assert.ok(new Set(first).size > 8, `${first}`);
});

chains("is kept thinned in memory", () => {
  const history = new ChainHistory(2, 4, 1024);
  for (let step = 0; step < 1000; step++)
    history.push(Float64Array.from({ length: 8 }, (_, at) => step * 10 + (at % 2)));
  const { values, steps, walkers } = history.series(1, 500);
  assert.equal([history.steps, history.stride, walkers], [1000, 8, 4]);
  assert.is(steps, 62);
  assert.is(values[0], 504 * 10 + 1);
  assert.is(values.at(-1), 992 * 10 + 1);
});

const rounds = suite("the round of a sampling");
/** Its last score depends on the designs that are scored with it, as the last digits of predictions of many designs do. */
function sampleChain(limits: readonly number[]): Float64Array {
  const axes = createAxes({ r: scalarVariable(1, 3), v: scalarVariable(-2, 2) });
  let run = new SamplingRun(axes, { ...SAMPLING_OPTIONS, maxEvaluations: limits[0] ?? 0 });
  const { history } = run;
  for (const maxEvaluations of limits) {
    run = new SamplingRun(axes, { ...SAMPLING_OPTIONS, maxEvaluations }, run.checkpoint(), history);
    while (run.stopReason === null) {
      const proposals = run.ask();
      const { round } = run;
      const sum = round.reduce((total, { point }) => total + (point[0] ?? 0), 0);
      assert.ok(proposals.every(({ id }) => round.some((evaluation) => evaluation.id === id)));
      run.tell(
        proposals.map((proposal) => ({ proposal, score: Math.sin(40 * sum) - (proposal.point[1] ?? 0) })),
      );
    }
  }
  return history.series(0, 0).values;
}
rounds("is the same when a limit cut it and the sampling was extended", () => {
  const uninterrupted = sampleChain([2_000]);
  assert.equal(sampleChain([500, 2_000]), uninterrupted);
  assert.equal(sampleChain([503, 507, 1_001, 2_000]), uninterrupted);
});
