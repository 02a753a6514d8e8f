/** A sampling as a job runs it on an emulator has the distribution that it states, also at bounds and with separate modes. */
import { type Axis, createAxes } from "@understudy/engine/designs/axes.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { type DensityScan, scanDensity } from "@understudy/engine/tasks/sampling/density-scan.ts";
import { EnsembleSampler } from "@understudy/engine/tasks/sampling/ensemble-sampler.ts";
import { type Propose, stretchOrDifference } from "@understudy/engine/tasks/sampling/moves.ts";
import { SamplingRun } from "@understudy/engine/tasks/sampling/sampling-run.ts";
import { findCell, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { defaultWalkers } from "@understudy/shared/spec-job/check-spec-job.ts";
import { assert, suite } from "../../../harness.ts";
import { scalarVariable } from "../../../support/engine/job-variables.ts";

const SAMPLER_SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
type LogDensity = (point: Float64Array) => number;

/** Two correlated inputs whose normal density is cut by a corner of the cube, and independent ones beside them. */
const INPUT_CORRELATION = 0.9;
const NORMAL_DEVIATION = 0.2;
const NORMAL_MEAN = 0.1;
const cornered: LogDensity = (point) => {
  const standard = (i: number) => ((point[i] ?? 0) - NORMAL_MEAN) / NORMAL_DEVIATION;
  const [x, y] = [standard(0), standard(1)];
  let squares = (x * x - 2 * INPUT_CORRELATION * x * y + y * y) / (1 - INPUT_CORRELATION ** 2);
  for (let i = 2; i < point.length; i++) squares += standard(i) ** 2;
  return -squares / 2;
};
/** The mean of the first input, by a grid of the correlated pair. */
const CORNERED_MEAN = (() => {
  const cells = 400;
  let [sum, total] = [0, 0];
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) {
      const weight = Math.exp(cornered(Float64Array.of((i + 0.5) / cells, (j + 0.5) / cells)));
      total += weight;
      sum += (weight * (i + 0.5)) / cells;
    }
  }
  return sum / total;
})();

/** Measures by how many standard errors the mean of the first coordinate is off, over all seeds together. */
function standardErrorsOff(dimensions: number, propose: Propose): number {
  const walkers = Math.max(8, 2 * dimensions);
  const steps = Math.ceil(12_000 / walkers);
  const errors = SAMPLER_SEEDS.map((seed) => {
    const firstCoordinates: number[] = [];
    let step = 0;
    const sampler = new EnsembleSampler(
      Array.from({ length: dimensions }, () => unitAxis()),
      {
        ...{ seed, walkers, propose, start: new Float64Array(dimensions).fill(0.2) },
        onStep: (coordinates) => {
          if (step++ >= steps / 10) firstCoordinates.push(...coordinates.map(([first = 0]) => first));
        },
      },
    );
    while (sampler.steps < steps) {
      const proposals = sampler.ask(Number.POSITIVE_INFINITY);
      sampler.tell(proposals.map(({ id, point }) => ({ id, point, score: cornered(point) })));
    }
    return firstCoordinates.reduce((sum, value) => sum + value / firstCoordinates.length, 0) - CORNERED_MEAN;
  });
  const mean = errors.reduce((sum, error) => sum + error / errors.length, 0);
  const variance = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / (errors.length - 1);
  return Math.abs(mean) / Math.sqrt(variance / errors.length);
}

const reflected = (value: number): number => {
  const folded = Math.abs(value) % 2;
  return folded > 1 ? 2 - folded : folded;
};
/** The move that reflects each coordinate at the bounds by itself. */
const reflecting: Propose = (walker, complement, random) => {
  const [first, other] = random.permutation(complement.length);
  const factor = 2.38 / Math.sqrt(2 * walker.length);
  const from = complement[first ?? 0] ?? walker;
  const to = complement[other ?? 0] ?? walker;
  return {
    point: walker.map((value, a) => reflected(value + factor * ((to[a] ?? 0) - (from[a] ?? 0)))),
    logFactor: 0,
  };
};

const bounds = suite("correlated inputs at a corner", { timeout: 120_000 });
for (const dimensions of [2, 4, 10]) {
  bounds(`have their mean in ${dimensions} dimensions, within three standard errors of 20 chains`, () => {
    const off = standardErrorsOff(dimensions, stretchOrDifference(0.5));
    assert.ok(off < 3, `${off}`);
  });
}
bounds("would be found out where steps were reflected coordinate by coordinate", () => {
  assert.ok(standardErrorsOff(2, reflecting) > 5);
});

const FIRST_MODE_SHARE = 0.75;
/** Two round normal densities in the cube of all axes, half of it apart. */
function twoModes(dimensions: number, deviation = 0.05) {
  const offset = 0.5 / Math.sqrt(dimensions);
  const logAt = (point: Float64Array, centre: number): number => {
    let squares = 0;
    for (const value of point) squares += (value - centre) ** 2;
    return -squares / (2 * deviation ** 2);
  };
  const logDensity: LogDensity = (point) => {
    const [first, second] = [
      logAt(point, 0.3) + Math.log(FIRST_MODE_SHARE),
      logAt(point, 0.3 + offset) + Math.log(1 - FIRST_MODE_SHARE),
    ];
    return Math.max(first, second) + Math.log1p(Math.exp(-Math.abs(first - second)));
  };
  const middle = 0.3 + offset / 2;
  return {
    logDensity,
    isFirst: (point: readonly number[]) =>
      point.reduce((sum, value) => sum + value / point.length, 0) < middle,
  };
}

const MAX_EVALUATIONS = 12_000;
const unitPlace = (axes: readonly Axis[], point: Float64Array): Float64Array =>
  point.map((fraction, a) => {
    const axis = axes[a];
    return axis === undefined
      ? 0
      : Number(axis.value(findCell(axis, fraction))) / (axis.count === 41 ? 40 : 1);
  });

/** A default job's share of samples in the first mode. */
function shareOfFirstMode(
  dimensions: number,
  seed: number,
  hasWhole: boolean,
): { share: number; run: SamplingRun } {
  const { logDensity, isFirst } = twoModes(dimensions);
  const axes = createAxes(
    Object.fromEntries(
      Array.from({ length: dimensions }, (_, i) => [
        `x${i}`,
        hasWhole && i === 0 ? scalarVariable(0, 40, true) : scalarVariable(0, 1),
      ]),
    ),
  );
  const score = (point: Float64Array) => logDensity(unitPlace(axes, point));
  const scan = runToEnd(
    scanDensity(axes, (points) => Float64Array.from(points, score), {
      seed,
      points: 2 ** 13,
      particles: 1_024,
    }),
  );
  let [first, total] = [0, 0];
  const run = new SamplingRun(axes, {
    seed,
    ...{ walkers: defaultWalkers(dimensions), stretchProbability: 0.5, maxEvaluations: MAX_EVALUATIONS },
    ...{ stopsAtConvergence: false, start: null, scan },
    onStep: (rows) => {
      for (let at = 0; at < rows.length; at += dimensions + 1) {
        const values = Array.from(rows.subarray(at, at + dimensions), (value, a) =>
          hasWhole && a === 0 ? value / 40 : value,
        );
        total++;
        if (isFirst(values)) first++;
      }
    },
  });
  while (run.stopReason === null)
    run.tell(run.ask().map((proposal) => ({ proposal, score: score(proposal.point) })));
  return { share: first / total, run };
}

const modes = suite("two modes ten deviations apart", { timeout: 300_000 });
for (const [dimensions, hasWhole] of [
  [2, true],
  [4, false],
  [6, false],
] as const) {
  const name = `${dimensions} inputs${hasWhole ? ", one of them a whole number" : ""}`;
  modes(`have their shares within 3 points in 19 of 20 default jobs of ${name}`, () => {
    const shares = SAMPLER_SEEDS.map((seed) => shareOfFirstMode(dimensions, seed, hasWhole).share);
    const close = shares.filter((share) => Math.abs(share - FIRST_MODE_SHARE) < 0.03);
    assert.ok(close.length >= 19, shares.map((share) => share.toFixed(3)).join(" "));
  });
}
modes("are both named, with their shares", () => {
  const { run } = shareOfFirstMode(4, 3, false);
  const [first, second, ...furtherModes] = run.modes;
  assert.is(furtherModes.length, 0);
  assert.ok(
    Math.abs((first?.share ?? 0) - FIRST_MODE_SHARE) < 0.03 &&
      Math.abs((first?.mode.share ?? 0) - FIRST_MODE_SHARE) < 0.05,
  );
  assert.ok(Math.abs((second?.share ?? 0) - (1 - FIRST_MODE_SHARE)) < 0.03);
});

modes("keep a chain from converging that has been in one of them only", () => {
  const { logDensity } = twoModes(2, 0.02);
  const axes = createAxes({ a: scalarVariable(0, 1), b: scalarVariable(0, 1) });
  const scan = runToEnd(
    scanDensity(axes, (points) => Float64Array.from(points, logDensity), {
      seed: 1,
      points: 2 ** 13,
      particles: 1_024,
    }),
  );
  if (scan === null) throw new Error("The density is nowhere.");
  /** Walkers that begin in the first mode, and moves that do not lead to the other. */
  const blind: DensityScan = { ...scan, acceptance: 0 };
  const end = (whichScan: DensityScan | null) => {
    const run = new SamplingRun(axes, {
      ...{ seed: 1, walkers: 16, stretchProbability: 0.5, maxEvaluations: 100_000, stopsAtConvergence: true },
      ...{ start: Float64Array.of(0.3, 0.3), scan: whichScan },
    });
    while (run.stopReason === null)
      run.tell(run.ask().map((proposal) => ({ proposal, score: logDensity(proposal.point) })));
    return run;
  };
  assert.is(end(null).stopReason, "converged");
  const run = end(blind);
  assert.is(run.stopReason, "evaluation limit");
  assert.is(run.modes[1]?.share, 0);
});
