/**
 * The terms of a polynomial in several features: products of Legendre polynomials of single features, up to a total degree
 * (Xiu and Karniadakis, 2002, "The Wiener-Askey polynomial chaos").
 */

/** A term is an earlier one (0 is the constant) times the polynomial of some degree in a feature after those of the earlier. */
export interface Term {
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
