/**
 * Selects the evaluations that Gaussian processes are fitted to, because the time of a fit grows with the cube of
 * their number.
 */
import { computeViolation, isBetter } from "../../ask-tell.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";

export const MAX_MODELLED = 400;
/** Above this number of evaluations a subset is selected. */
export const SUBSET_THRESHOLD = 1.25 * MAX_MODELLED;

/**
 * Selects at most `MAX_MODELLED` evaluations, in their order: the better half of that number, and as many evenly
 * spaced ones of the rest.
 */
export function selectModelled(evaluations: readonly RecordedEvaluation[]): RecordedEvaluation[] {
  if (evaluations.length <= MAX_MODELLED) return [...evaluations];
  const half = MAX_MODELLED / 2;
  const rate = ({ score, constraints }: RecordedEvaluation) => ({
    score: score ?? Number.NEGATIVE_INFINITY,
    violation: score === null ? Number.POSITIVE_INFINITY : computeViolation(constraints),
  });
  const ranked = evaluations.toSorted((a, b) =>
    isBetter(rate(a), rate(b)) ? -1 : Number(isBetter(rate(b), rate(a))),
  );
  const best = new Set(ranked.slice(0, half));
  const remaining = evaluations.filter((evaluation) => !best.has(evaluation));
  for (let i = 0; i < half; i++) best.add(remaining[Math.floor((i * remaining.length) / half)]);
  return evaluations.filter((evaluation) => best.has(evaluation));
}
