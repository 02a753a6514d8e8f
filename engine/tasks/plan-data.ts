import { rankFeatures } from "../emulators/screening.ts";
import type { Random } from "../math/random.ts";
import type { Prepared } from "./prepare.ts";
import type { PlanData } from "./rungs.ts";

export function planData({ learning, shares, outputs }: Prepared, random: Random): PlanData {
  const firstOutput = new Int32Array(shares.length).fill(-1);
  outputs.forEach(({ model }, output) => {
    for (const target of model.targets) if (firstOutput[target] === -1) firstOutput[target] = output;
  });
  return {
    learning,
    shares,
    outputs: firstOutput,
    rank: (target) =>
      rankFeatures(learning.inputs, learning.width, learning.targets[target] ?? new Float64Array(0)),
    seed: (...labels) => random.fork(...labels).integer(2 ** 32),
  };
}
