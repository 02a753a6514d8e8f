/** The forms of kernel and trend, and the order in which the search tries them. */
import type { CovarianceFamily, TrendDegree } from "./model.ts";
import type { Rows } from "./rows.ts";
import { termCount } from "./terms.ts";

export interface Spec {
  family: CovarianceFamily;
  degree: TrendDegree;
  warpsInputs: boolean;
  freeLevels: boolean;
  components: boolean;
  product: boolean;
}

/**
 * The kernels that a search may end with: one of the distance in all features, infinitely smooth or rougher, a
 * product over the features, or any.
 */
export type ProcessKind = "any" | "smooth" | "rough" | "product";

/** A trend is tried if its terms are fewer than this share of the rows. */
const TERMS_PER_ROW = 1 / 3;
/** Covariances in single features are tried if the features are fewer than this share of the rows. */
const FEATURES_PER_ROW = 1 / 6;

/** Returns the form of kernel and trend with which a search begins. */
export function defaultSpec(rows: Rows): Spec {
  return {
    family: "matern-5/2",
    degree: isAllowed("linear", rows) ? "linear" : "constant",
    warpsInputs: false,
    freeLevels: false,
    components: false,
    product: false,
  };
}

/** The properties that a kind requires. */
export function requiredBy(kind: ProcessKind): Partial<Spec> {
  if (kind === "smooth") return { family: "squared-exponential" };
  return kind === "product" ? { product: true } : {};
}

/**
 * Rounds of changes that are tried one after the other, each round from the best so far; the changes of a round start from the same.
 * @param liesOnLevels no warp is tried where the rows lie on levels, between which a warp could take any course
 */
export function roundsFor(
  rows: Rows,
  sources: Int32Array,
  { degree }: Spec,
  kind: ProcessKind,
  liesOnLevels: boolean,
): Partial<Spec>[][] {
  const degrees = (["constant", "quadratic"] as const).filter(
    (other) => other !== degree && isAllowed(other, rows),
  );
  const isNarrow = rows.inputs.rows <= FEATURES_PER_ROW * rows.count;
  const hasCategories = new Set(sources).size < sources.length;
  return [
    liesOnLevels ? [] : [{ warpsInputs: true }],
    FURTHER_FAMILIES[kind].map((family) => ({ family })),
    degrees.map((other) => ({ degree: other })),
    hasCategories ? [{ freeLevels: true }] : [],
    kind !== "product" && isNarrow ? [{ components: true }] : [],
    kind === "any" && isNarrow ? [{ product: true, components: false }] : [],
  ];
}

/** The families that a search of each kind tries besides the one that it starts with. */
const FURTHER_FAMILIES: Readonly<Record<ProcessKind, readonly CovarianceFamily[]>> = {
  any: ["squared-exponential", "matern-3/2"],
  smooth: [],
  rough: ["matern-3/2"],
  product: ["squared-exponential"],
};

function isAllowed(degree: TrendDegree, rows: Rows): boolean {
  return termCount(degree, rows.inputs.rows) <= TERMS_PER_ROW * rows.count;
}
