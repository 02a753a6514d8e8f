/**
 * Designs out of spec by simulations alone (engine.md, section 4): all regions of functions that are known, and the simulations that
 * a failure probability takes. `--seeds` repeats each.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { createSobol } from "../../engine/designs/sobol.ts";
import { createRandom, type Random } from "../../engine/math/random.ts";
import { createEncoding } from "../../engine/tasks/optimization/bayesian/encoding.ts";
import { createSurrogateState } from "../../engine/tasks/optimization/bayesian/surrogate.ts";
import { ContourSearch } from "../../engine/tasks/out-of-spec/contour-search.ts";
import { createProcessModel, type ScoreModel } from "../../engine/tasks/out-of-spec/score-model.ts";
import { unitAxis } from "../../engine/tasks/search-space.ts";
import { bench, type Row } from "./bench.ts";
import { FAILING_FUNCTIONS, type FailingFunction, findRegion } from "./failing-functions.ts";
import {
  computeTruth,
  type NormalState,
  normalSamples,
  normalStates,
  ourEstimates,
  settledAt,
} from "./failure-probabilities.ts";
import { isWanted, options } from "./options.ts";
import { PYTHON_PROGRAM, readVersion } from "./peers.ts";

const SIMULATION_COUNT = 200;
const REFERENCE_COUNT = 65_536;
const AT_ONCE = 8_192;

const akMcsAnswer = z.object({
  /** The failing share of the peer's own samples, by the function itself. */
  truth: z.number(),
  runs: z.array(z.array(z.object({ simulations: z.int(), probability: z.number() }))),
});

interface Simulated {
  points: Float64Array[];
  model: ScoreModel;
}
type Method = (of: FailingFunction, seed: number) => Simulated;

const axes = (dimensions: number) => Array.from({ length: dimensions }, () => unitAxis());

/** The same process as ours, of points that were chosen beforehand. */
function fitted({ dimensions, score }: FailingFunction, points: Float64Array[]): Simulated {
  const scores = points.map(score);
  const fit = {
    encoding: createEncoding(axes(dimensions)),
    state: createSurrogateState(),
    random: createRandom(1),
  };
  return { points, model: createProcessModel({ points, scores }, fit) };
}

const drawn =
  (draw: (dimensions: number, random: Random) => Float64Array[]): Method =>
  (of, seed) =>
    fitted(of, draw(of.dimensions, createRandom(seed, 5)));

const SEARCH_METHODS: Readonly<Record<string, Method>> = {
  ours: ({ dimensions, score }, seed) => {
    const search = new ContourSearch(axes(dimensions), { seed, maximum: SIMULATION_COUNT });
    const points: Float64Array[] = [];
    for (let next = search.ask(); next !== null; next = search.ask()) {
      points.push(next.point);
      search.tell([{ ...next, score: score(next.point) }]);
    }
    if (search.model === null) throw new Error("Nothing was simulated.");
    return { points, model: search.model };
  },
  "Latin hypercube": drawn((dimensions, random) => {
    const columns = Array.from({ length: dimensions }, () => random.permutation(SIMULATION_COUNT));
    return Array.from({ length: SIMULATION_COUNT }, (_, i) =>
      Float64Array.from(columns, (column) => ((column[i] ?? 0) + random.uniform()) / SIMULATION_COUNT),
    );
  }),
  random: drawn((dimensions, random) =>
    Array.from({ length: SIMULATION_COUNT }, () =>
      Float64Array.from({ length: dimensions }, () => random.uniform()),
    ),
  ),
};

function reference({ dimensions }: FailingFunction): Float64Array[] {
  const all = createSobol(dimensions).points(1, REFERENCE_COUNT);
  return Array.from({ length: REFERENCE_COUNT }, (_, i) => all.slice(i * dimensions, (i + 1) * dimensions));
}

function computeMeans(model: ScoreModel, points: readonly Float64Array[]): Float64Array {
  const means = new Float64Array(points.length);
  for (let from = 0; from < points.length; from += AT_ONCE)
    means.set(model.estimates(points.slice(from, from + AT_ONCE)).mean, from);
  return means;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

bench(`Separate failing regions by ${SIMULATION_COUNT} simulations (mean of ${options.seeds} seeds)`, () => {
  return FAILING_FUNCTIONS.filter(({ name }) => isWanted(options.only, name)).flatMap((of) => {
    const points = reference(of);
    const fails = points.map((point) => of.score(point) < 0);
    const total = fails.filter(Boolean).length;
    return Object.entries(SEARCH_METHODS).map(([method, run]): Row => {
      const runs = Array.from({ length: options.seeds }, (_, seed) => {
        const { points: simulated, model } = run(of, seed + 1);
        const reachedRegions = new Set(
          simulated.filter((point) => of.score(point) < 0).map((point) => findRegion(of, point)),
        );
        const means = computeMeans(model, points);
        const right = fails.filter((isFailing, i) => isFailing && (means[i] ?? 0) < 0).length;
        const wrong = fails.filter((isFailing, i) => !isFailing && (means[i] ?? 0) < 0).length;
        return {
          regions: reachedRegions.size / of.centres.length,
          right: right / total,
          wrong: wrong / total,
        };
      });
      return {
        function: of.name,
        regions: of.centres.length,
        "share of the ranges": total / REFERENCE_COUNT,
        method,
        "regions found": mean(runs.map(({ regions }) => regions)),
        "failing volume found": mean(runs.map(({ right }) => right)),
        "false alarms, of that volume": mean(runs.map(({ wrong }) => wrong)),
      };
    });
  });
});

bench("Simulations until the failure probability of normal inputs stays within 5% of the truth", () =>
  normalStates(options.seeds).flatMap((normalState) => {
    if (!isWanted(options.only, normalState.name)) return [];
    const samples = normalSamples(normalState);
    const truth = computeTruth(normalState, samples);
    const seeds = Array.from({ length: normalState.seeds }, (_, seed) => seed + 1);
    const about = { "limit state": normalState.name, probability: truth, seeds: normalState.seeds };
    const ours = seeds.map((seed) => settledAt(ourEstimates(normalState, samples, seed), truth));
    const rows: Row[] = [{ ...about, method: "ours", ...summary(ours, normalState.most) }];
    const { name: _, limit: _limit, seeds: _seeds, ...problem } = normalState;
    const theirs = runAkMcs(problem, seeds);
    if (theirs !== null) {
      const settled = theirs.runs.map((run) => settledAt(run, theirs.truth));
      rows.push({ ...about, method: "AK-MCS, scikit-learn's GP", ...summary(settled, normalState.most) });
    }
    return rows;
  }),
);

function summary(settled: readonly (number | null)[], most: number): Row {
  const sorted = settled
    .map((simulations) => simulations ?? Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a - b);
  const text = (value = Number.NaN) => (Number.isFinite(value) ? String(value) : `> ${most}`);
  return {
    "median simulations": text(sorted[Math.floor(sorted.length / 2)]),
    "most of any seed": text(sorted.at(-1)),
  };
}

type AkMcsProblem = Pick<NormalState, "state" | "k" | "dimensions" | "samples" | "most" | "first" | "every">;

/**
 * Runs AK-MCS on scikit-learn's Gaussian process (peers/ak_mcs.py) once for each seed.
 * @returns for each seed the failure probability after each simulation; null where
 * scikit-learn is not installed
 */
function runAkMcs(problem: AkMcsProblem, seeds: readonly number[]): z.infer<typeof akMcsAnswer> | null {
  if (readVersion("sklearn") === null) {
    console.log("python3-sklearn is not installed: AK-MCS left out.");
    return null;
  }
  const program = join(import.meta.dirname, "peers", "ak_mcs.py");
  const { stdout, stderr, status } = spawnSync(PYTHON_PROGRAM, ["-W", "ignore", program], {
    input: JSON.stringify({ ...problem, seeds }),
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  if (status !== 0) throw new Error(stderr);
  return akMcsAnswer.parse(JSON.parse(stdout));
}
