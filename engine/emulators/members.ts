/** A trained network of an ensemble, and what several of them together say of their targets. */
import { evaluate, type TrainedNetwork } from "./network-evaluator.ts";

export interface Member extends TrainedNetwork {
  features: Int32Array;
  /** Indices of the targets that its outputs are. */
  targets: Int32Array;
  /** How much it counts for each of them; the weights of a target's members need not sum to 1. */
  weights: Float64Array;
}

export interface TargetPrediction {
  mean: Float64Array;
  /** The weighted variance between the members. */
  spread: Float64Array;
}

/** Weighted mean and variance of the opinions on one target (West, 1979: one pass, without cancellation). */
export function combine(
  opinions: readonly { values: Float64Array; weight: number }[],
  count: number,
): TargetPrediction {
  const mean = new Float64Array(count);
  const spread = new Float64Array(count);
  let total = 0;
  for (const { values, weight } of opinions) {
    if (weight <= 0) continue;
    total += weight;
    const share = weight / total;
    for (let i = 0; i < count; i++) {
      const difference = (values[i] ?? 0) - (mean[i] ?? 0);
      const shift = share * difference;
      mean[i] = (mean[i] ?? 0) + shift;
      spread[i] = (spread[i] ?? 0) + weight * difference * (difference - shift);
    }
  }
  if (total > 0) for (let i = 0; i < count; i++) spread[i] = (spread[i] ?? 0) / total;
  return { mean, spread };
}

/** What the members say of each of `wanted`, by target index. */
export function predictTargets(
  members: readonly Member[],
  wanted: ReadonlySet<number>,
  encoded: Float64Array,
  count: number,
): Map<number, TargetPrediction> {
  const opinions = new Map<number, { values: Float64Array; weight: number }[]>();
  for (const member of members) {
    if (!member.targets.some((target) => wanted.has(target))) continue;
    const outputs = evaluate(member, encoded, count);
    member.targets.forEach((target, at) => {
      if (!wanted.has(target)) return;
      const values = outputs.subarray(at * count, (at + 1) * count);
      const others = opinions.get(target) ?? [];
      others.push({ values, weight: member.weights[at] ?? 0 });
      opinions.set(target, others);
    });
  }
  return new Map(Array.from(wanted, (target) => [target, combine(opinions.get(target) ?? [], count)]));
}
