/** What is modelled of the score: it itself, or the outputs that it is a function of. */
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

/** Plain data. */
export interface ScoreStates {
  score: SurrogateState;
  /** Of the outputs that the score is a function of; empty until they are first compared with it. */
  outputs: SurrogateState[];
  /** Whether these tell more of the score than a process of the score itself. */
  isComposed: boolean;
}

/** A process for each output: of more, each proposal would take too long. */
const MAX_COMPOSED = 8;
/** Scores from which on what was chosen stays: to search the kernels of both takes seconds then. */
const DECIDED = 100;
/** Of the larger score: rounding. */
const LINEAR = 1e-9;

interface Scored {
  sound: readonly RecordedEvaluation[];
  points: readonly Float64Array[];
  scores: readonly number[];
}

/**
 * Of the score itself, or composed of the outputs: what tells more of scores that are left out.
 * @param states brought up to date
 */
export function* scoreSurrogate(
  encoding: Encoding,
  { sound, points, scores }: Scored,
  states: ScoreStates,
  { composition, ...options }: { composition: Composition | null } & FitOptions,
): Generator<undefined, Surrogate> {
  const direct = () => fittingSurrogate(encoding, { points, values: scores }, states.score, options);
  const outputs = composition && outputsOf(composition, sound, scores);
  if (composition === null || outputs === null) return yield* direct();
  const data = { points, outputs, scores };
  const composed = () => fitComposite(encoding, data, states.outputs, { composition, ...options });
  const isDecided = states.outputs.length > 0 && scores.length >= DECIDED;
  if (isDecided || !isSearchDue(states.score, scores.length, options.isPostponed))
    return yield* states.isComposed ? composed() : direct();
  const own = yield* direct();
  const composite = yield* composed();
  states.isComposed = compositeDensity(composite, scores) > states.score.density;
  return states.isComposed ? composite : own;
}

/** Of each evaluation; null where they are not all known, are too many, or tell the same as the score. */
function outputsOf(
  composition: Composition,
  sound: readonly RecordedEvaluation[],
  scores: readonly number[],
): (readonly number[])[] | null {
  const outputs: (readonly number[])[] = [];
  for (const one of sound) {
    const own = composition.outputsOf(one);
    if (own === null || own.length > MAX_COMPOSED) return null;
    outputs.push(own);
  }
  return outputs.every((own) => own.length === 1) && isLinear(outputs.flat(), scores) ? null : outputs;
}

function isLinear(values: readonly number[], scores: readonly number[]): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [low, high] = [scores[values.indexOf(least)] ?? 0, scores[values.indexOf(most)] ?? 0];
  const slope = most > least ? (high - low) / (most - least) : 0;
  const tolerance = LINEAR * Math.max(Math.abs(low), Math.abs(high));
  return values.every((value, i) => Math.abs(low + slope * (value - least) - (scores[i] ?? 0)) <= tolerance);
}
