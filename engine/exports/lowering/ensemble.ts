/** A target's ensemble of models; see engine/models/ensemble/predictor.ts. */
import type { EnsembleMember, TargetEnsemble } from "../../models/ensemble/predictor.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { positivePart } from "./affine.ts";
import type { LoweredModels } from "./models.ts";

export interface LoweredTarget {
  mean: Value;
  /** Each is null where it is always 0. */
  variance: Value | null;
  disagreement: Value | null;
  /** Between the fold models, beyond what is typical. */
  excess: Value | null;
}

export interface Wanted {
  variance: boolean;
  disagreement: boolean;
  excess: boolean;
}

export function lowerTarget(
  b: ProgramBuilder,
  models: LoweredModels,
  { members, typicalFoldVariance }: TargetEnsemble,
  parts: Wanted,
): LoweredTarget {
  const folds = Math.max(1, ...members.map((member) => member.models.length));
  const weighted = members.filter(({ weight }) => weight !== 0);
  const disagreeing = members.filter(({ disagreementWeight }) => disagreementWeight !== 0);
  const mean = lowerMean(b, models, weighted);
  const between = parts.excess ? foldVariance(b, models, weighted, folds) : null;
  return {
    mean,
    variance: parts.variance ? ownVariance(b, models, members) : null,
    disagreement: parts.disagreement ? lowerDisagreement(b, models, disagreeing, folds) : null,
    excess: between === null ? null : positivePart(b, b.subtract(between, b.number(typicalFoldVariance))),
  };
}

/** The fold models' means, one column each, member by member. */
function foldMeans(b: ProgramBuilder, models: LoweredModels, members: readonly EnsembleMember[]): Value {
  const all = members.flatMap((member) =>
    Array.from(member.models, (model, at) => ({ model, output: member.outputs[at] })),
  );
  const starts = new Map<number, number>();
  const joined: Value[] = [];
  let columns = 0;
  for (const { model } of all) {
    if (starts.has(model)) continue;
    const means = models.means(model);
    starts.set(model, columns);
    columns += b.columnsOf(means);
    joined.push(means);
  }
  return b.pick(
    b.join(joined),
    all.map(({ model, output }) => (starts.get(model) ?? 0) + output),
  );
}

function lowerMean(b: ProgramBuilder, models: LoweredModels, members: readonly EnsembleMember[]): Value {
  const shares = members.flatMap(({ weight, foldWeights }) =>
    Array.from(foldWeights, (share) => weight * share),
  );
  if (shares.length === 0) return b.number(0);
  const means = foldMeans(b, models, members);
  return shares.length === 1 && shares[0] === 1 ? means : b.product(Float64Array.from(shares), means);
}

/** Columns of fold means: of each fold, that of each member. Members of fewer folds repeat them. */
function foldColumns(members: readonly EnsembleMember[], folds: number): number[] {
  const counts = members.map(({ models }) => models.length);
  return Array.from({ length: folds }, (_, fold) => {
    let start = 0;
    return counts.map((count) => {
      start += count;
      return start - count + (fold % count);
    });
  }).flat();
}

/** Between the ensembles of each fold. */
function foldVariance(
  b: ProgramBuilder,
  models: LoweredModels,
  members: readonly EnsembleMember[],
  folds: number,
): Value | null {
  if (members.every((member) => member.models.length === 1)) return null;
  const means = foldMeans(b, models, members);
  const width = b.columnsOf(means);
  const columns = foldColumns(members, folds);
  const matrix = new Float64Array(folds * width);
  columns.forEach((column, at) => {
    const fold = Math.floor(at / members.length);
    matrix[fold * width + column] = members[at % members.length].weight;
  });
  const sums = b.product(matrix, means);
  const middle = b.product(new Float64Array(folds).fill(1 / folds), sums);
  const squares = b.square(b.subtract(sums, middle));
  return b.product(new Float64Array(folds).fill(1 / (folds - 1)), squares);
}

/** Between the members, fold by fold. */
function lowerDisagreement(
  b: ProgramBuilder,
  models: LoweredModels,
  members: readonly EnsembleMember[],
  folds: number,
): Value | null {
  if (members.length < 2) return null;
  const values = b.pick(foldMeans(b, models, members), foldColumns(members, folds));
  const size = folds * members.length;
  const weightAt = (at: number): number => members[at % members.length].disagreementWeight;
  const matrix = new Float64Array(folds * size);
  for (let at = 0; at < size; at++) matrix[Math.floor(at / members.length) * size + at] = weightAt(at);
  const middles = b.pick(
    b.product(matrix, values),
    Array.from({ length: size }, (_, at) => Math.floor(at / members.length)),
  );
  const squares = b.square(b.subtract(values, middles));
  return b.product(
    Float64Array.from({ length: size }, (_, at) => weightAt(at) / folds),
    squares,
  );
}

/** Lowers the variance that the members predict themselves. */
function ownVariance(
  b: ProgramBuilder,
  models: LoweredModels,
  members: readonly EnsembleMember[],
): Value | null {
  const parts = members
    .filter(({ varianceWeight }) => varianceWeight !== 0)
    .flatMap((member) =>
      Array.from(member.models).flatMap((model) => {
        const variance = models.variance(model);
        return variance === null ? [] : [{ variance, share: member.varianceWeight / member.models.length }];
      }),
    );
  if (parts.length === 0) return null;
  const shares = Float64Array.from(parts, ({ share }) => share);
  return b.product(shares, b.join(parts.map(({ variance }) => variance)));
}
