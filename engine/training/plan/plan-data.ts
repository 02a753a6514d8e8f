import type { Random } from "../../math/random.ts";
import { inputsAt, targetAt } from "../fit/fitted-rows.ts";
import { trainingRows } from "../fit/folds.ts";
import type { Prepared } from "../prepare/prepare.ts";
import { rankFeatures } from "./screening.ts";
import type { PlanData } from "./stages.ts";

export function planData({ trainingData, varianceShares, outputs }: Prepared, random: Random): PlanData {
  const firstOutput = new Int32Array(varianceShares.length).fill(-1);
  outputs.forEach(({ model }, output) => {
    for (const target of model.targets) if (firstOutput[target] === -1) firstOutput[target] = output;
  });
  const ranked = new Map<string, readonly number[]>();
  const rank = (target: number, fold: number): number[] => {
    const rows = trainingRows(trainingData.folds, fold);
    const values = targetAt(trainingData, target, rows);
    return rankFeatures(inputsAt(trainingData, rows), trainingData.width, values);
  };
  return {
    trainingData,
    varianceShares,
    outputs: firstOutput,
    rank: (target, fold) => {
      const key = `${target} ${fold}`;
      const ranking = ranked.get(key) ?? rank(target, fold);
      ranked.set(key, ranking);
      return ranking;
    },
    seed: (...labels) => random.fork(...labels).integer(2 ** 32),
  };
}
