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
 * @param powers of each feature, the highest degree that its values can tell apart.
 * @param sources of each feature, the input that it encodes: levels of one category do not multiply.
 * @param most terms; null where there would be more.
 */
export function termsUpTo(
  degree: number,
  powers: ArrayLike<number>,
  sources: ArrayLike<number>,
  most: number,
): Term[] | null {
  const terms: Term[] = [];
  const degrees = [0];
  const last = [-1];
  // Each term is followed up by all that add a later feature to it; the list grows as it is gone through.
  for (let earlier = 0; earlier < degrees.length; earlier++) {
    const rest = degree - (degrees[earlier] ?? 0);
    const from = (last[earlier] ?? 0) + 1;
    for (let feature = from; rest > 0 && feature < powers.length; feature++) {
      if (earlier > 0 && sources[feature] === sources[last[earlier] ?? 0]) continue;
      for (let own = 1; own <= Math.min(rest, powers[feature] ?? 0); own++) {
        if (terms.length === most) return null;
        terms.push({ earlier, feature, degree: own });
        degrees.push((degrees[earlier] ?? 0) + own);
        last.push(feature);
      }
    }
  }
  return terms;
}

/** How many different values a feature has, less one, and no more than `most`: beyond, its polynomials say nothing more. */
export function highestPower(values: Float64Array, most: number): number {
  const seen = new Set<number>();
  for (const value of values) {
    seen.add(value);
    if (seen.size > most) break;
  }
  return seen.size - 1;
}
