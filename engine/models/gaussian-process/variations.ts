/** What a process can be like besides its parameters, and what is tried of that one after the other. */
import type { CovarianceFamily, TrendDegree } from "./model.ts";
import type { Rows } from "./rows.ts";
import { mostTerms } from "./terms.ts";

export interface Spec {
  family: CovarianceFamily;
  degree: TrendDegree;
  bends: boolean;
  freeLevels: boolean;
  components: boolean;
  product: boolean;
}

/**
 * What a search may come to: a covariance of the distance in all features, infinitely smooth or rougher, or a product over
 * the features; or whatever suits the rows best.
 */
export type ProcessKind = "any" | "smooth" | "rough" | "product";

/** With fewer terms than this share of the rows, a trend is tried. */
const TERMS_PER_ROW = 1 / 3;
/** With fewer features than this share of the rows, covariances in single ones are. */
const FEATURES_PER_ROW = 1 / 6;

export function plainSpec(rows: Rows): Spec {
  return {
    family: "matern-5/2",
    degree: isAllowed("linear", rows) ? "linear" : "constant",
    bends: false,
    freeLevels: false,
    components: false,
    product: false,
  };
}

/** What every process of a kind is like. */
export function demandedBy(kind: ProcessKind): Partial<Spec> {
  if (kind === "smooth") return { family: "squared-exponential" };
  return kind === "product" ? { product: true } : {};
}

/** What is tried one after the other, each from the best so far; what a round tries together starts from the same. */
export function roundsFor(
  rows: Rows,
  sources: Int32Array,
  { degree }: Spec,
  kind: ProcessKind,
): Partial<Spec>[][] {
  const degrees = (["constant", "quadratic"] as const).filter(
    (other) => other !== degree && isAllowed(other, rows),
  );
  const isNarrow = rows.width <= FEATURES_PER_ROW * rows.count;
  const hasCategories = new Set(sources).size < sources.length;
  return [
    [{ bends: true }],
    FAMILIES[kind].map((family) => ({ family })),
    degrees.map((other) => ({ degree: other })),
    hasCategories ? [{ freeLevels: true }] : [],
    kind !== "product" && isNarrow ? [{ components: true }] : [],
    kind === "any" && isNarrow ? [{ product: true, components: false }] : [],
  ];
}

/** Besides the one that a search of a kind begins with. */
const FAMILIES: Readonly<Record<ProcessKind, readonly CovarianceFamily[]>> = {
  any: ["squared-exponential", "matern-3/2"],
  smooth: [],
  rough: ["matern-3/2"],
  product: ["squared-exponential"],
};

function isAllowed(degree: TrendDegree, rows: Rows): boolean {
  return mostTerms(degree, rows.width) <= TERMS_PER_ROW * rows.count;
}
