/**
 * The yield: evaluations that a failing share of 1e-6 takes beside OpenTURNS and plain sampling, and how often the 95% interval
 * holds the truth, on formulas and on emulators. `--seeds` times 40 repetitions, 200 by default.
 */
import { z } from "zod";
import { normalQuantile, normalShare } from "../../engine/math/normal.ts";
import { runToEnd } from "../../engine/math/run-to-end.ts";
import { yieldOnEmulator } from "../../engine/tasks/yield/emulator-yield.ts";
import type { LimitState } from "../../engine/tasks/yield/limit-state.ts";
import { estimateYield } from "../../engine/tasks/yield/yield.ts";
import { makeLimitState, plane } from "../support/engine/limit-states.ts";
import { bench, type Row } from "./bench.ts";
import { computeLimits, FEW_ROWS, trainOnFormula, variablesIn } from "./few-rows.ts";
import { isWanted, options } from "./options.ts";
import { readVersion, runPeer } from "./peers.ts";

const SEED_COUNT = 20;
const REPETITION_COUNT = 40 * options.seeds;
/** A failing share of 1e-6 lies so far from the middle. */
const PLANE_DISTANCE = 4.753424;
/** The coefficient of variation that every method aims at. */
const TARGET_VARIATION = 0.1;

const clock = () => performance.now();
const estimateFailing = (limitState: LimitState, seed: number) =>
  runToEnd(estimateYield({ limitState, options: { seed }, clock }));

const LIMIT_STATES = [
  { state: "plane", dimensions: 2, limitState: plane(2, PLANE_DISTANCE), truth: 1e-6 },
  { state: "plane", dimensions: 6, limitState: plane(6, PLANE_DISTANCE), truth: 1e-6 },
  {
    state: "two planes",
    dimensions: 6,
    limitState: makeLimitState(6, (u) => PLANE_DISTANCE - Math.max(u[0] ?? 0, u[5] ?? 0)),
    truth: 2 * normalShare(-PLANE_DISTANCE),
  },
  { state: "plane", dimensions: 40, limitState: plane(40, PLANE_DISTANCE), truth: 1e-6 },
];
const PEER_METHODS = {
  "OpenTURNS, subset simulation": "subset",
  "OpenTURNS, importance sampling at FORM's point": "importance",
};
const runs = z.object({ shares: z.array(z.number()), evaluations: z.array(z.number()) });

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** With the root of the mean squared error, in units of the truth, in place of the coefficient of variation: it counts a bias too. */
function makeRow(
  method: string,
  limitCase: (typeof LIMIT_STATES)[number],
  { shares, evaluations }: z.infer<typeof runs>,
): Row {
  const error = Math.sqrt(computeMean(shares.map((share) => (share / limitCase.truth - 1) ** 2)));
  const count = computeMean(evaluations);
  return {
    "limit state": `${limitCase.state}, ${limitCase.dimensions} inputs`,
    method,
    "mean share": computeMean(shares),
    error,
    evaluations: Math.round(count),
    "for an error of 10%": Math.round(count * (error / TARGET_VARIATION) ** 2),
  };
}

bench(`A failing share of 1e-6: evaluations and relative error, ${SEED_COUNT} seeds`, (): Row[] => {
  const hasPeer = readVersion("openturns") !== null;
  return LIMIT_STATES.flatMap((limitCase) => {
    const estimates = Array.from({ length: SEED_COUNT }, (_, at) =>
      estimateFailing(limitCase.limitState, at + 1),
    );
    const shares = estimates.map(({ estimate }) => estimate.failing.estimate);
    const evaluations = estimates.map(({ state }) => state.evaluations);
    const peers = Object.entries(PEER_METHODS).flatMap(([name, method]) => {
      if (!hasPeer) return [];
      const args = [method, limitCase.state, String(limitCase.dimensions), String(SEED_COUNT)];
      return [makeRow(name, limitCase, runPeer("yield.py", args, runs))];
    });
    const plain = Math.round((1 - limitCase.truth) / (limitCase.truth * TARGET_VARIATION ** 2));
    const byChance = {
      ...makeRow("plain sampling, by its formula", limitCase, {
        shares: [limitCase.truth],
        evaluations: [plain],
      }),
    };
    return [
      makeRow("ours", limitCase, { shares, evaluations }),
      ...peers,
      { ...byChance, error: TARGET_VARIATION, "for an error of 10%": plain },
    ];
  });
});

bench(
  `Without an emulator's error: how often the 95% interval holds the truth, ${REPETITION_COUNT} repetitions`,
  (): Row[] =>
    [0.3, 0.05, 1e-3, 1e-5].map((truth) => {
      const limitState = plane(3, -normalQuantile(truth));
      const estimates = Array.from(
        { length: REPETITION_COUNT },
        (_, at) => estimateFailing(limitState, at + 1).estimate.failing,
      );
      const held = estimates.filter(({ lower, upper }) => lower <= truth && truth <= upper).length;
      return {
        "failing share": truth,
        "holds the truth": held / REPETITION_COUNT,
        "half the width": computeMean(estimates.map(({ lower, upper }) => (upper - lower) / 2)) / truth,
      };
    }),
);

const FAILING_SHARES = [0.5, 0.1, 0.03];

bench(
  `On emulators of a few rows: how often the 95% interval holds the truth, ${REPETITION_COUNT} designs`,
  async () => {
    const rows: Row[] = [];
    for (const { formula, rows: count } of FEW_ROWS) {
      if (!isWanted(options.only, formula.name)) continue;
      const limits = computeLimits(formula, FAILING_SHARES);
      const held = limits.map(() => 0);
      const errors = limits.map(() => 0);
      const widths = limits.map(() => 0);
      for (let seed = 1; seed <= REPETITION_COUNT; seed++) {
        const emulator = await trainOnFormula(formula, count, seed);
        limits.forEach((limit, at) => {
          const truth = FAILING_SHARES[at] ?? 0;
          const goals = {
            score: (_: unknown, { y }: Readonly<Record<string, unknown>>) => Number(y) - limit,
          };
          const question = { emulator, variables: variablesIn(formula), distributions: {}, goals };
          const { failing } = runToEnd(yieldOnEmulator({ ...question, options: { seed }, clock }));
          if (failing.lower <= truth && truth <= failing.upper) held[at] = (held[at] ?? 0) + 1;
          errors[at] = (errors[at] ?? 0) + (failing.estimate - truth) ** 2;
          widths[at] = (widths[at] ?? 0) + (failing.upper - failing.lower) / 2;
        });
      }
      limits.forEach((_, at) => {
        rows.push({
          function: `${formula.name}, ${count} rows`,
          yield: 1 - (FAILING_SHARES[at] ?? 0),
          "holds the truth": (held[at] ?? 0) / REPETITION_COUNT,
          "half the width": (widths[at] ?? 0) / REPETITION_COUNT,
          error: Math.sqrt((errors[at] ?? 0) / REPETITION_COUNT),
        });
      });
    }
    return rows;
  },
);
