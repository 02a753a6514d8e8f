/** Which evaluations Gaussian processes are fitted to: their time grows with the third power of how many those are. */
import { isBetter, violationOf } from "../../ask-tell.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";

export const MAX_MODELLED = 400;
/** Of more a part is chosen. */
export const MODELS_LIMIT = 1.25 * MAX_MODELLED;

/** In their order; of more than `MAX_MODELLED` the better half of that number, and of the others as many evenly. */
export function modelled(evaluations: readonly RecordedEvaluation[]): RecordedEvaluation[] {
  if (evaluations.length <= MAX_MODELLED) return [...evaluations];
  const half = MAX_MODELLED / 2;
  const worth = ({ score, constraints }: RecordedEvaluation) => ({
    score: score ?? Number.NEGATIVE_INFINITY,
    violation: score === null ? Number.POSITIVE_INFINITY : violationOf(constraints),
  });
  const ranked = evaluations.toSorted((a, b) =>
    isBetter(worth(a), worth(b)) ? -1 : Number(isBetter(worth(b), worth(a))),
  );
  const best = new Set(ranked.slice(0, half));
  const others = evaluations.filter((one) => !best.has(one));
  for (let i = 0; i < half; i++) best.add(others[Math.floor((i * others.length) / half)]);
  return evaluations.filter((one) => best.has(one));
}
