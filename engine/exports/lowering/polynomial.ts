/** Polynomials in all features, many terms to an instruction; see engine/models/polynomial. */
import type { PolynomialModel } from "../../models/polynomial/model.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { affine } from "./affine.ts";

/** Legendre polynomials of single features, and where each is. */
interface Univariate {
  values: Value;
  columnOf: (feature: number, degree: number) => number;
}

/** One column an output. */
export function lowerPolynomial(b: ProgramBuilder, model: PolynomialModel, features: Value | null): Value {
  const count = model.terms.length / 3;
  const size = 1 + count;
  const outputs = model.coefficients.length / size;
  const constants = Float64Array.from({ length: outputs }, (_, output) => model.coefficients[output * size]);
  if (count === 0 || features === null) return b.constant(constants);
  const { values, order } = lowerTerms(b, model, lowerUnivariate(b, model, features));
  const coefficients = Float64Array.from({ length: outputs * count }, (_, at) => {
    const output = Math.floor(at / count);
    return model.coefficients[output * size + order[at % count]];
  });
  return affine(b, coefficients, values, constants);
}

function lowerUnivariate(b: ProgramBuilder, model: PolynomialModel, features: Value): Univariate {
  const { terms, middles, reaches } = model;
  const degrees = new Map<number, number>();
  for (let at = 0; at < terms.length; at += 3)
    degrees.set(terms[at + 1], Math.max(terms[at + 2], degrees.get(terms[at + 1]) ?? 0));
  let used = [...degrees.keys()].sort((left, right) => left - right);
  const columns = new Map<string, number>();
  const joined: Value[] = [];
  const keep = (of: Value, degree: number): void => {
    for (const feature of used) columns.set(`${feature} ${degree}`, columns.size);
    // Of unit variance where the values are uniformly distributed.
    joined.push(b.multiply(of, b.number(Math.sqrt(2 * degree + 1))));
  };
  const centred = b.subtract(b.pick(features, used), b.constant(used.map((feature) => middles[feature])));
  let z = b.divide(centred, b.constant(used.map((feature) => reaches[feature])));
  let [beforeLast, last] = [b.number(1), z];
  keep(last, 1);
  for (let degree = 2; ; degree++) {
    const going = used.flatMap((feature, at) => ((degrees.get(feature) ?? 0) >= degree ? [at] : []));
    if (going.length === 0) break;
    z = b.pick(z, going);
    last = b.pick(last, going);
    if (degree > 2) beforeLast = b.pick(beforeLast, going);
    used = going.map((at) => used[at] ?? 0);
    [beforeLast, last] = [last, nextLegendre(b, z, last, beforeLast, degree)];
    keep(last, degree);
  }
  return {
    values: b.join(joined),
    columnOf: (feature, degree) => columns.get(`${feature} ${degree}`) ?? 0,
  };
}

/** k P(k) = (2k - 1) z P(k-1) - (k-1) P(k-2). */
function nextLegendre(b: ProgramBuilder, z: Value, last: Value, beforeLast: Value, k: number): Value {
  const first = b.multiply(b.multiply(b.number(2 * k - 1), z), last);
  const difference = b.subtract(first, b.multiply(b.number(k - 1), beforeLast));
  return b.divide(difference, b.number(k));
}

/** All terms but the constant, those of one factor first; `order` has each one's index among all terms, the constant 0. */
function lowerTerms(
  b: ProgramBuilder,
  { terms }: PolynomialModel,
  { values, columnOf }: Univariate,
): { values: Value; order: readonly number[] } {
  const depths = [0];
  const levels: number[][] = [];
  for (let at = 0; at < terms.length; at += 3) {
    const depth = (depths[terms[at]] ?? 0) + 1;
    depths.push(depth);
    if (levels.length < depth) levels.push([]);
    levels[depth - 1].push(at / 3 + 1);
  }
  const columnOfTerm = (term: number): number => columnOf(terms[3 * term - 2], terms[3 * term - 1]);
  const parts: Value[] = [];
  levels.forEach((level, at) => {
    const univariateFactors = b.pick(values, level.map(columnOfTerm));
    const [earlier, before] = [parts[at - 1], levels[at - 1]];
    if (earlier === undefined || before === undefined) {
      parts.push(univariateFactors);
      return;
    }
    const placesByTerm = new Map(before.map((term, place) => [term, place]));
    const factors = level.map((term) => placesByTerm.get(terms[3 * term - 3]) ?? 0);
    parts.push(b.multiply(b.pick(earlier, factors), univariateFactors));
  });
  return { values: b.join(parts), order: levels.flat() };
}
