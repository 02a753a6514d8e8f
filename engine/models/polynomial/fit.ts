/** Polynomials of every target at once, by ridge regression: in closed form, so that there is an emulator within a moment. */
import { rangeOf } from "../../dataset/scaling.ts";
import { gatherRows } from "../../dataset/table.ts";
import type { Kernels } from "../../math/kernels/kernels.ts";
import { type LeavesOut, regress } from "../../math/least-squares.ts";
import type { Matrix } from "../../math/matrix.ts";
import type { Design } from "../../math/normal-equations.ts";
import { fillTerms, type PolynomialDesign, type PolynomialModel } from "./model.ts";

/** More terms than these, or than this share of the rows, are not tried; of quadratic ones more, which designs are made for. */
const MAX_TERMS = 400;
const TERMS_PER_ROW = 0.5;
const QUADRATIC_TERMS_PER_ROW = 0.8;
/** The ridges that are compared, as multiples of the number of rows: terms have about unit variance. */
const COMPARED_RIDGES = [1e-9, 1e-6, 1e-4, 1e-2];
/** With so many rows a term no regularisation is needed. */
const MANY_ROWS_PER_TERM = 20;
const MIN_RIDGE = 1e-8;

export interface PolynomialRows {
  /** features x rows, standardised. */
  inputs: Matrix;
  /** The input that each feature encodes. */
  sources: Int32Array;
}

export interface PolynomialFit {
  model: PolynomialModel;
  /**
   * The prediction of every row by the fit without it, an array for each target. Empty where no rows were left out.
   */
  leftOut: Float64Array[];
}

/** The terms of a polynomial that the given rows can determine; null where they are too many. */
export function polynomialDesign(
  { inputs, sources }: PolynomialRows,
  rows: Int32Array,
  degree: number,
): PolynomialDesign | null {
  const maxTerms = Math.min(
    MAX_TERMS,
    Math.floor((degree <= 2 ? QUADRATIC_TERMS_PER_ROW : TERMS_PER_ROW) * rows.length),
  );
  // The linear terms alone.
  if (inputs.rows > maxTerms) return null;
  const columns = inputs.gatherColumns(rows).rowViews();
  const powers = columns.map((column) => highestPower(column, degree));
  const terms = termsUpTo(degree, powers, sources, maxTerms);
  if (terms === null) return null;
  const ranges = columns.map(rangeOf);
  return {
    middles: Float64Array.from(ranges, ({ low, high }) => (low + high) / 2),
    reaches: Float64Array.from(ranges, ({ low, high }) => (high - low) / 2 || 1),
    terms: Int32Array.from(terms.flatMap((term) => [term.earlier, term.feature, term.degree])),
  };
}

/** @param targets one value for every row there is. @param leavesOut see `regress`; null where no rows are left out. */
export function* fitPolynomial(
  { inputs }: PolynomialRows,
  targets: readonly Float64Array[],
  rows: Int32Array,
  terms: PolynomialDesign,
  leavesOut: LeavesOut | null,
  kernels: Kernels,
): Generator<undefined, PolynomialFit | null> {
  const size = 1 + terms.terms.length / 3;
  const several = rows.length > MANY_ROWS_PER_TERM * size ? [MIN_RIDGE] : COMPARED_RIDGES;
  const ridges = several.length === 1 && leavesOut === null ? MIN_RIDGE : several;
  const design: Design = {
    size,
    fill: (some, matrix) => {
      const gatherValues = (feature: number) => gatherRows(inputs.row(feature), 1, some);
      fillTerms(terms, gatherValues, matrix);
    },
  };
  const regression = yield* regress(design, targets, rows, ridges, kernels, leavesOut ?? "row by row");
  return (
    regression && { model: { ...terms, coefficients: regression.coefficients }, leftOut: regression.leftOut }
  );
}

/**
 * The terms of a polynomial in several features: products of Legendre polynomials of single features, up to a total degree
 * (Xiu and Karniadakis, 2002, "The Wiener-Askey polynomial chaos").
 */

/** A term is an earlier one (0 is the constant) times the polynomial of some degree in a feature after those of the earlier. */
interface Term {
  earlier: number;
  feature: number;
  degree: number;
}

/**
 * All terms but the constant.
 *
 * @param powers of each feature, the highest degree that its values can determine.
 * @param sources of each feature, the input that it encodes: levels of one category do not multiply.
 * @param maxTerms null where there would be more.
 */
export function termsUpTo(
  degree: number,
  powers: ArrayLike<number>,
  sources: ArrayLike<number>,
  maxTerms: number,
): Term[] | null {
  const terms: Term[] = [];
  const degrees = [0];
  const last = [-1];
  // Each term is extended by a later feature in every way; the list grows while the loop reads it.
  for (let earlier = 0; earlier < degrees.length; earlier++) {
    const rest = degree - degrees[earlier];
    const from = last[earlier] + 1;
    for (let feature = from; rest > 0 && feature < powers.length; feature++) {
      if (earlier > 0 && sources[feature] === sources[last[earlier]]) continue;
      for (let power = 1; power <= Math.min(rest, powers[feature]); power++) {
        if (terms.length === maxTerms) return null;
        terms.push({ earlier, feature, degree: power });
        degrees.push(degrees[earlier] + power);
        last.push(feature);
      }
    }
  }
  return terms;
}

/** The highest degree that a feature's values can determine, the number of different values less one, but at most `max`. */
export function highestPower(values: Float64Array, max: number): number {
  const distinctValues = new Set<number>();
  for (const value of values) {
    distinctValues.add(value);
    if (distinctValues.size > max) break;
  }
  return distinctValues.size - 1;
}
