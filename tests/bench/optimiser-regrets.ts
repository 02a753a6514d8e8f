/** Regret after few evaluations: (best - minimum) / (best of as many random points - minimum). 1 is as good as random. */
import { createRandom } from "../../engine/math/random.ts";
import { bench, type Row } from "./bench.ts";
import { type Objective, shiftedClassics } from "./data/objectives.ts";
import {
  type Attempt,
  availableMethods,
  bestOfRandom,
  descent,
  type Method,
  type UnitFunction,
} from "./optimiser-peers.ts";
import { isWanted, options } from "./options.ts";

export const EVALUATION_COUNT = 200;
export const listSeeds = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
/** The seeds of suites of many functions: one where single functions have five. */
export const SUITE_SEEDS = listSeeds(Math.max(1, Math.round(options.seeds / 5)));

export const methods = Object.entries(availableMethods()).filter(([name]) =>
  isWanted(options.methods, name.split(/[, ]/)[0] ?? ""),
);
/** Its hundredth evaluation takes seconds. */
export const isSlow = (name: string): boolean => name.startsWith("OpenTURNS");

export const table = (key: string, title: string, measure: () => Promise<Row[]> | Row[]): void => {
  if (isWanted(options.only, key)) bench(title, measure);
};

const unit =
  ({ low, high, evaluate }: Objective): UnitFunction =>
  (point) =>
    evaluate(point.map((fraction) => low + (high - low) * fraction));
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Computes for each function the mean regret of all seeds. */
async function computeRegrets(
  functionsOf: (seed: number) => Objective[],
  attempt: Pick<Attempt, "dimensions">,
  method: Method,
): Promise<Map<string, number>> {
  const regrets = new Map<string, number[]>();
  for (const seed of SUITE_SEEDS) {
    for (const objective of functionsOf(seed)) {
      const seededAttempt = { ...attempt, evaluations: EVALUATION_COUNT, seed };
      const best = (await descent(method, unit(objective), seededAttempt)).at(-1) ?? Number.NaN;
      const regret = best / bestOfRandom(unit(objective), seededAttempt);
      regrets.set(objective.name, [...(regrets.get(objective.name) ?? []), regret]);
    }
  }
  return new Map([...regrets].map(([name, all]) => [name, mean(all)]));
}

/** The regret of each method that is wanted, but not of the slow ones, and then of the others. */
export async function suite(
  functionsOf: (seed: number) => Objective[],
  dimensions: number,
  furtherMethods: Readonly<Record<string, Method>> = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, method] of [
    ...methods.filter(([methodName]) => !isSlow(methodName)),
    ...Object.entries(furtherMethods),
  ]) {
    const started = performance.now();
    const regrets = await computeRegrets(functionsOf, { dimensions }, method);
    const seconds = (performance.now() - started) / 1000 / regrets.size / SUITE_SEEDS.length;
    rows.push({
      method: name,
      "mean regret": mean([...regrets.values()]),
      "s a run": seconds,
      ...Object.fromEntries([...regrets].map(([suiteName, regret]) => [suiteName, regret.toPrecision(2)])),
    });
  }
  return rows;
}

export const classics =
  (dimensions: number) =>
  (seed: number): Objective[] => {
    const random = createRandom(seed, dimensions);
    return shiftedClassics(dimensions, () => random.uniform());
  };
