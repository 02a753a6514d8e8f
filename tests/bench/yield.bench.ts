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
import { emulatorOf, FEW_ROWS, limitsOf, variablesIn } from "./few-rows.ts";
import { isWanted, options } from "./options.ts";
import { runPeer, versionOf } from "./peers.ts";

const SEEDS = 20;
const REPETITIONS = 40 * options.seeds;
/** A failing share of 1e-6 lies so far from the middle. */
const BETA = 4.753424;
/** Of a coefficient of variation. */
const WANTED = 0.1;

const clock = () => performance.now();
const failingOf = (limitState: LimitState, seed: number) =>
  runToEnd(estimateYield({ limitState, options: { seed }, clock }));

const STATES = [
  { state: "plane", dimensions: 2, limitState: plane(2, BETA), truth: 1e-6 },
  { state: "plane", dimensions: 6, limitState: plane(6, BETA), truth: 1e-6 },
  {
    state: "two planes",
    dimensions: 6,
    limitState: makeLimitState(6, (u) => BETA - Math.max(u[0] ?? 0, u[5] ?? 0)),
    truth: 2 * normalShare(-BETA),
  },
  { state: "plane", dimensions: 40, limitState: plane(40, BETA), truth: 1e-6 },
];
const METHODS = {
  "OpenTURNS, subset simulation": "subset",
  "OpenTURNS, importance sampling at FORM's point": "importance",
};
const runs = z.object({ shares: z.array(z.number()), evaluations: z.array(z.number()) });

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** With the root of the mean squared error, in units of the truth, in place of the coefficient of variation: it counts a bias too. */
function rowOf(
  method: string,
  one: (typeof STATES)[number],
  { shares, evaluations }: z.infer<typeof runs>,
): Row {
  const error = Math.sqrt(meanOf(shares.map((share) => (share / one.truth - 1) ** 2)));
  const count = meanOf(evaluations);
  return {
    "limit state": `${one.state}, ${one.dimensions} inputs`,
    method,
    "mean share": meanOf(shares),
    error,
    evaluations: Math.round(count),
    "for an error of 10%": Math.round(count * (error / WANTED) ** 2),
  };
}

bench(`A failing share of 1e-6: evaluations and relative error, ${SEEDS} seeds`, (): Row[] => {
  const hasPeer = versionOf("openturns") !== null;
  return STATES.flatMap((one) => {
    const found = Array.from({ length: SEEDS }, (_, at) => failingOf(one.limitState, at + 1));
    const shares = found.map(({ estimate }) => estimate.failing.estimate);
    const evaluations = found.map(({ state }) => state.evaluations);
    const peers = Object.entries(METHODS).flatMap(([name, method]) => {
      if (!hasPeer) return [];
      const args = [method, one.state, String(one.dimensions), String(SEEDS)];
      return [rowOf(name, one, runPeer("yield.py", args, runs))];
    });
    const plain = Math.round((1 - one.truth) / (one.truth * WANTED ** 2));
    const byChance = {
      ...rowOf("plain sampling, by its formula", one, { shares: [one.truth], evaluations: [plain] }),
    };
    return [
      rowOf("ours", one, { shares, evaluations }),
      ...peers,
      { ...byChance, error: WANTED, "for an error of 10%": plain },
    ];
  });
});

bench(
  `Without an emulator's error: how often the 95% interval holds the truth, ${REPETITIONS} repetitions`,
  (): Row[] =>
    [0.3, 0.05, 1e-3, 1e-5].map((truth) => {
      const limitState = plane(3, -normalQuantile(truth));
      const found = Array.from(
        { length: REPETITIONS },
        (_, at) => failingOf(limitState, at + 1).estimate.failing,
      );
      const held = found.filter(({ lower, upper }) => lower <= truth && truth <= upper).length;
      return {
        "failing share": truth,
        "holds the truth": held / REPETITIONS,
        "half the width": meanOf(found.map(({ lower, upper }) => (upper - lower) / 2)) / truth,
      };
    }),
);

const FAILING = [0.5, 0.1, 0.03];

bench(
  `On emulators of a few rows: how often the 95% interval holds the truth, ${REPETITIONS} designs`,
  async () => {
    const rows: Row[] = [];
    for (const { formula, rows: count } of FEW_ROWS) {
      if (!isWanted(options.only, formula.name)) continue;
      const limits = limitsOf(formula, FAILING);
      const held = limits.map(() => 0);
      const errors = limits.map(() => 0);
      const widths = limits.map(() => 0);
      for (let seed = 1; seed <= REPETITIONS; seed++) {
        const emulator = await emulatorOf(formula, count, seed);
        limits.forEach((limit, at) => {
          const truth = FAILING[at] ?? 0;
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
          yield: 1 - (FAILING[at] ?? 0),
          "holds the truth": (held[at] ?? 0) / REPETITIONS,
          "half the width": (widths[at] ?? 0) / REPETITIONS,
          error: Math.sqrt((errors[at] ?? 0) / REPETITIONS),
        });
      });
    }
    return rows;
  },
);
