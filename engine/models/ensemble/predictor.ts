/** The chosen voices of every target, as they speak of new points. */
import type { LearntModel, Opinion } from "../fit-task.ts";
import { type Evaluator, evaluatorCache } from "./evaluators.ts";

export interface CommitteeVoice {
  /** In the mean. What a target's weights leave to 1 belongs to the mean of the rows, which is 0. */
  weight: number;
  /** In the disagreement; a target's sum to 1, or all are 0. */
  say: number;
  /** In the variance; a target's sum to 1, or all are 0. */
  knows: number;
  /** Indices of models and, of each, its output: one, or one a fold. */
  models: Int32Array;
  outputs: Int32Array;
  /** How much each of them counts; they sum to 1. */
  shares: Float64Array;
}

export interface CommitteeTarget {
  voices: readonly CommitteeVoice[];
  /** The variance between what the folds say that is usual near the rows learnt from. */
  usualSpread: number;
}

/** What is said of one target at some points, standardised. */
export interface Verdict {
  mean: Float64Array;
  /** Claimed by the voices that know one. */
  variance: Float64Array;
  /** Variance between the learnt voices. */
  disagreement: Float64Array;
  /** Variance between what the folds say. */
  spread: Float64Array;
}

/** Points (features x count, feature-major), and what was said of them so far. */
export interface Hearing {
  inputs: Float64Array;
  count: number;
  /** By the models, and of the targets. */
  said: Map<number, Opinion[]>;
  verdicts: Map<number, Verdict>;
}

export function hearingAt(inputs: Float64Array, count: number): Hearing {
  return { inputs, count, said: new Map(), verdicts: new Map() };
}

export interface Committee {
  hear(target: number, hearing: Hearing): Verdict;
  /** The mean alone; `said` then holds what was said of means. */
  meansOf(
    target: number,
    points: Pick<Hearing, "inputs" | "count">,
    said: Map<number, Float64Array[]>,
  ): Float64Array;
}

/** @param isClaimed whether a model's variance counts: to find one takes many times as long as to find a mean */
export function createCommittee(
  models: readonly LearntModel[],
  targets: readonly CommitteeTarget[],
  isClaimed: (model: number) => boolean = () => true,
): Committee {
  const evaluatorOf = evaluatorCache();
  const voicesOf = targets.map(({ voices }) => voices.map(toListedVoice));

  const opinion = (model: number, output: number, { inputs, count, said }: Hearing): Opinion => {
    let all = said.get(model);
    const fitted = models[model];
    if (all === undefined && fitted !== undefined) {
      all = opinionsOf(evaluatorOf(fitted), isClaimed(model), { inputs, count });
      said.set(model, all);
    }
    return all?.[output] ?? { mean: new Float64Array(count), variance: new Float64Array(count) };
  };

  return {
    hear: (target, hearing) => {
      const known = hearing.verdicts.get(target);
      if (known !== undefined) return known;
      const voices = (voicesOf[target] ?? []).map(({ voice, speakers }) => {
        const opinions = speakers.map(({ model, output }) => opinion(model, output, hearing));
        return { ...voice, opinions };
      });
      const verdict = combine(voices, hearing.count);
      hearing.verdicts.set(target, verdict);
      return verdict;
    },
    meansOf: (target, { inputs, count }, said) => {
      const sum = new Float64Array(count);
      for (const { weight, models: own, outputs, shares } of targets[target]?.voices ?? []) {
        if (weight === 0) continue;
        own.forEach((model, at) => {
          const fitted = models[model];
          const all = said.get(model) ?? (fitted && evaluatorOf(fitted).means(inputs, count)) ?? [];
          said.set(model, all);
          addTimes(sum, weight * (shares[at] ?? 0), all[outputs[at] ?? 0]);
        });
      }
      return sum;
    },
  };
}

/** Listed once, since lists are walked many times as fast as `Array.from` walks an array of numbers. */
function toListedVoice({ models, outputs, ...voice }: CommitteeVoice) {
  return { voice, speakers: Array.from(models, (model, at) => ({ model, output: outputs[at] ?? 0 })) };
}

/** Variances that nobody asks for are none. */
function opinionsOf(
  evaluator: Evaluator,
  isClaimed: boolean,
  { inputs, count }: Pick<Hearing, "inputs" | "count">,
): Opinion[] {
  if (isClaimed) return evaluator.opinions(inputs, count);
  const variance = new Float64Array(count);
  return evaluator.means(inputs, count).map((mean) => ({ mean, variance }));
}

/** As `combine` adds them, so that the means come to the same bits. */
export function addTimes(sum: Float64Array, share: number, values: Float64Array | undefined): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + share * (values?.[i] ?? 0);
}

export type HeardVoice = Omit<CommitteeVoice, "models" | "outputs"> & { opinions: Opinion[] };

/** How much the voices disagree is found fold by fold, as it was when they were judged. */
export function combine(voices: readonly HeardVoice[], count: number): Verdict {
  const folds = Math.max(1, ...voices.map(({ opinions }) => opinions.length));
  const verdict: Verdict = {
    mean: new Float64Array(count),
    variance: new Float64Array(count),
    disagreement: new Float64Array(count),
    spread: new Float64Array(count),
  };
  const { mean, variance, disagreement, spread } = verdict;
  const said = new Float64Array(voices.length);
  for (let i = 0; i < count; i++) {
    let total = 0;
    let squares = 0;
    let between = 0;
    for (let fold = 0; fold < folds; fold++) {
      let sum = 0;
      let middle = 0;
      for (let k = 0; k < voices.length; k++) {
        const voice = voices[k];
        if (voice === undefined) continue;
        const value = voice.opinions[fold % voice.opinions.length]?.mean[i] ?? 0;
        said[k] = value;
        sum += voice.weight * value;
        middle += voice.say * value;
      }
      for (let k = 0; k < voices.length; k++) {
        between += (voices[k]?.say ?? 0) * ((said[k] ?? 0) - middle) ** 2;
      }
      // West (1979): without the cancellation of a sum of squares.
      const difference = sum - total / Math.max(1, fold);
      squares += fold === 0 ? 0 : (difference * difference * fold) / (fold + 1);
      total += sum;
    }
    disagreement[i] = between / folds;
    spread[i] = folds > 1 ? squares / (folds - 1) : 0;
  }
  for (const { weight, knows, opinions, shares } of voices) {
    opinions.forEach((opinion, at) => {
      if (weight > 0) addTimes(mean, weight * (shares[at] ?? 0), opinion.mean);
    });
    if (knows === 0) continue;
    for (const opinion of opinions) {
      for (let i = 0; i < count; i++) {
        variance[i] = (variance[i] ?? 0) + (knows / opinions.length) * (opinion.variance[i] ?? 0);
      }
    }
  }
  return verdict;
}
