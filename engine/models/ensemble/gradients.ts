/** The chosen voices of every target as they speak of new points, and how what they say changes with the features. */
import type { LearntModel } from "../fit-task.ts";
import { createGaussianSlopes } from "../gaussian-process/gradients.ts";
import { networkSlopes } from "../network/gradients.ts";
import { polynomialSlopes } from "../polynomial/gradients.ts";
import type { SlopedOpinion } from "../values-and-gradients.ts";
import { addTimes, type CommitteeTarget, type CommitteeVoice, combine, type Verdict } from "./predictor.ts";

export interface SlopedVerdict extends Verdict {
  /** Derivatives of each by the features: features x count. */
  slopes: Verdict;
}

/** Points (features x count, feature-major), and what was said of them so far. */
export interface SlopedHearing {
  inputs: Float64Array;
  width: number;
  count: number;
  said: Map<number, SlopedOpinion[]>;
  verdicts: Map<number, SlopedVerdict>;
}

export function slopedHearingAt(inputs: Float64Array, width: number, count: number): SlopedHearing {
  return { inputs, width, count, said: new Map(), verdicts: new Map() };
}

/** The verdict on one target. */
export type SlopedCommittee = (target: number, hearing: SlopedHearing) => SlopedVerdict;

export function createSlopedCommittee(
  models: readonly LearntModel[],
  targets: readonly CommitteeTarget[],
): SlopedCommittee {
  const evaluators = models.map(evaluatorOf);

  const opinion = (model: number, output: number, hearing: SlopedHearing): SlopedOpinion => {
    const all = hearing.said.get(model) ?? evaluators[model]?.(hearing) ?? [];
    hearing.said.set(model, all);
    return all[output] ?? silent(hearing);
  };

  return (target, hearing) => {
    const known = hearing.verdicts.get(target);
    if (known !== undefined) return known;
    const voices = (targets[target]?.voices ?? []).map(({ models: own, outputs, ...voice }) => ({
      ...voice,
      opinions: Array.from(own, (model, at) => opinion(model, outputs[at] ?? 0, hearing)),
    }));
    const verdict = { ...combine(voices, hearing.count), slopes: slopesOf(voices, hearing) };
    hearing.verdicts.set(target, verdict);
    return verdict;
  };
}

type Evaluator = (points: Pick<SlopedHearing, "inputs" | "width" | "count">) => SlopedOpinion[];

/** Made when it is first asked. */
function evaluatorOf(fitted: LearntModel): Evaluator {
  switch (fitted.family) {
    case "gaussian-process": {
      let process: ReturnType<typeof createGaussianSlopes> | null = null;
      return ({ inputs, count }) => {
        process ??= createGaussianSlopes(fitted.model);
        return [process(inputs, count)];
      };
    }
    case "network":
      return ({ inputs, width, count }) => {
        const { values, slopes } = networkSlopes(fitted.model, inputs, width, count);
        return slopes.map((meanSlopes, output) => ({
          mean: values.subarray(output * count, (output + 1) * count),
          variance: new Float64Array(count),
          meanSlopes,
          varianceSlopes: null,
        }));
      };
    case "polynomial":
      return ({ inputs, count }) =>
        polynomialSlopes(fitted.model, inputs, count).map(({ values, slopes }) => ({
          mean: values,
          variance: new Float64Array(count),
          meanSlopes: slopes,
          varianceSlopes: null,
        }));
  }
}

function silent({ width, count }: SlopedHearing): SlopedOpinion {
  return {
    mean: new Float64Array(count),
    variance: new Float64Array(count),
    meanSlopes: new Float64Array(width * count),
    varianceSlopes: null,
  };
}

type SlopedVoice = Omit<CommitteeVoice, "models" | "outputs"> & { opinions: SlopedOpinion[] };

/** Derivatives of what `combine` makes of the voices. */
function slopesOf(voices: readonly SlopedVoice[], { width, count }: SlopedHearing): Verdict {
  const blank = (): Float64Array => new Float64Array(width * count);
  const slopes: Verdict = { mean: blank(), variance: blank(), disagreement: blank(), spread: blank() };
  const folds = Math.max(1, ...voices.map(({ opinions }) => opinions.length));
  const sums = new Float64Array(folds);
  for (const { weight, knows, opinions, shares } of voices) {
    opinions.forEach(({ meanSlopes, varianceSlopes }, at) => {
      if (weight > 0) addTimes(slopes.mean, weight * (shares[at] ?? 0), meanSlopes);
      if (varianceSlopes !== null && knows > 0)
        addTimes(slopes.variance, knows / opinions.length, varianceSlopes);
    });
  }
  for (let point = 0; point < count; point++) {
    const saidBy = ({ opinions }: SlopedVoice, fold: number): SlopedOpinion | undefined =>
      opinions[fold % opinions.length];
    const middles = new Float64Array(folds);
    sums.fill(0);
    for (const voice of voices) {
      for (let fold = 0; fold < folds; fold++) {
        const value = saidBy(voice, fold)?.mean[point] ?? 0;
        sums[fold] = (sums[fold] ?? 0) + voice.weight * value;
        middles[fold] = (middles[fold] ?? 0) + voice.say * value;
      }
    }
    const usual = sums.reduce((total, sum) => total + sum, 0) / folds;
    for (const voice of voices) {
      for (let fold = 0; fold < folds; fold++) {
        const own = saidBy(voice, fold);
        if (own === undefined) continue;
        // The middle moves too, but the differences from it sum to nothing.
        const apart = (own.mean[point] ?? 0) - (middles[fold] ?? 0);
        const byDisagreement = (2 * voice.say * apart) / folds;
        const bySpread = folds > 1 ? (2 * voice.weight * ((sums[fold] ?? 0) - usual)) / (folds - 1) : 0;
        for (let at = point; at < slopes.mean.length; at += count) {
          const slope = own.meanSlopes[at] ?? 0;
          slopes.disagreement[at] = (slopes.disagreement[at] ?? 0) + byDisagreement * slope;
          slopes.spread[at] = (slopes.spread[at] ?? 0) + bySpread * slope;
        }
      }
    }
  }
  return slopes;
}
