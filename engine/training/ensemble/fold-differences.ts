import type { evaluatorCache } from "../../models/ensemble/evaluators.ts";
import type { LearningData } from "../../models/fit-task.ts";
import { inputsAt } from "../fit/fitted-rows.ts";
import type { Speaker } from "./candidates.ts";
import type { Difference } from "./fold-weights.ts";

/**
 * How far models that were kept from different rows differ at points that neither saw, without anybody knowing the truth.
 * Every row was seen by one of them or by both, and what a model gains by having seen a row adds to the square of the
 * difference: so the rows that only the one saw, and those that only the other saw, tell of both together, once those that
 * both saw are taken off. That is too much where both learnt the same noise of these, and the mean over all rows is too
 * little: the middle is taken.
 *
 * @param rows those kept out by some fold, and `foldOf` by which.
 */
export function foldDifferences(
  learning: LearningData,
  rows: Int32Array,
  foldOf: Uint8Array,
  evaluatorOf: ReturnType<typeof evaluatorCache>,
): Difference {
  const known = new WeakMap<object, Float64Array[]>();
  const said = ({ model, output }: Speaker): Float64Array => {
    let all = known.get(model.model);
    if (all === undefined) {
      all = evaluatorOf(model).means(inputsAt(learning, rows), rows.length);
      known.set(model.model, all);
    }
    return all[output] ?? new Float64Array(rows.length);
  };

  return (one, other) => {
    const [a, b] = [said(one), said(other)];
    const sums = { one: 0, other: 0, both: 0 };
    const counts = { one: 0, other: 0, both: 0 };
    foldOf.forEach((fold, row) => {
      const kept = fold === one.fold ? "one" : fold === other.fold ? "other" : "both";
      sums[kept] += ((a[row] ?? 0) - (b[row] ?? 0)) ** 2;
      counts[kept] += 1;
    });
    const mean = (kept: keyof typeof sums): number => sums[kept] / Math.max(1, counts[kept]);
    const unseen = Math.max(0, mean("one") + mean("other") - mean("both"));
    const overall = (sums.one + sums.other + sums.both) / Math.max(1, foldOf.length);
    return (unseen + overall) / 2;
  };
}
