/**
 * The surrogate of the score: one process of the score itself, or processes of the outputs that it is composed of.
 */
import type { RecordedEvaluation } from "../evaluation-record.ts";
import { type Composition, compositeDensity, fitComposite } from "./composition.ts";
import type { Encoding } from "./encoding.ts";
import {
  type FitOptions,
  fittingSurrogate,
  isSearchDue,
  type Surrogate,
  type SurrogateState,
} from "./surrogate.ts";

/** The states of the score's surrogates (plain data, stored in checkpoints). */
export interface ScoreStates {
  score: SurrogateState;
  /** One state for each output that the score is composed of; empty until the two models are first compared. */
  outputs: SurrogateState[];
  /** The composed model predicts left-out scores better than the direct one. */
  isComposed: boolean;
}

/** Scores of more outputs are modelled directly, because a process per output would make each proposal too slow. */
const MAX_COMPOSED_OUTPUTS = 8;
/**
 * From this number of scores on the choice of the model is final: searching the kernels of both takes seconds then.
 */
const MIN_SCORES_FOR_FINAL_CHOICE = 100;
/** The relative rounding error within which a score counts as a linear function of the output. */
const LINEARITY_TOLERANCE = 1e-9;

interface ScoredEvaluations {
  successful: readonly RecordedEvaluation[];
  points: readonly Float64Array[];
  scores: readonly number[];
}

/**
 * Fits the direct or the composed surrogate of the score, whichever has the higher leave-one-out log density.
 * @param states are updated
 * @returns the posterior of the score
 */
export function* scoreSurrogate(
  encoding: Encoding,
  { successful, points, scores }: ScoredEvaluations,
  states: ScoreStates,
  { composition, ...options }: { composition: Composition | null } & FitOptions,
): Generator<undefined, Surrogate> {
  const fitDirect = () => fittingSurrogate(encoding, { points, values: scores }, states.score, options);
  const outputs = composition && collectOutputs(composition, successful, scores);
  if (composition === null || outputs === null) return yield* fitDirect();
  const data = { points, outputs, scores };
  const fitComposed = () => fitComposite(encoding, data, states.outputs, { composition, ...options });
  const isDecided = states.outputs.length > 0 && scores.length >= MIN_SCORES_FOR_FINAL_CHOICE;
  if (isDecided || !isSearchDue(states.score, scores.length, options.isPostponed))
    return yield* states.isComposed ? fitComposed() : fitDirect();
  const directSurrogate = yield* fitDirect();
  const composedSurrogate = yield* fitComposed();
  states.isComposed = compositeDensity(composedSurrogate, scores) > states.score.density;
  return states.isComposed ? composedSurrogate : directSurrogate;
}

/**
 * Reads the outputs of each evaluation; null where one is unknown, where there are too many, or where the single
 * output is linear in the score.
 */
function collectOutputs(
  composition: Composition,
  successful: readonly RecordedEvaluation[],
  scores: readonly number[],
): (readonly number[])[] | null {
  const outputs: (readonly number[])[] = [];
  for (const evaluation of successful) {
    const row = composition.readOutputs(evaluation);
    if (row === null || row.length > MAX_COMPOSED_OUTPUTS) return null;
    outputs.push(row);
  }
  return outputs.every((row) => row.length === 1) && isLinear(outputs.flat(), scores) ? null : outputs;
}

function isLinear(values: readonly number[], scores: readonly number[]): boolean {
  const [lowestOutput, highestOutput] = [Math.min(...values), Math.max(...values)];
  const [scoreAtLowest, scoreAtHighest] = [
    scores[values.indexOf(lowestOutput)] ?? 0,
    scores[values.indexOf(highestOutput)] ?? 0,
  ];
  const slope =
    highestOutput > lowestOutput ? (scoreAtHighest - scoreAtLowest) / (highestOutput - lowestOutput) : 0;
  const tolerance = LINEARITY_TOLERANCE * Math.max(Math.abs(scoreAtLowest), Math.abs(scoreAtHighest));
  return values.every(
    (value, i) => Math.abs(scoreAtLowest + slope * (value - lowestOutput) - (scores[i] ?? 0)) <= tolerance,
  );
}
