/** The input of a linear relation that is computed from the others, so that every design keeps the relation. */
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { Axis } from "../../../designs/axes.ts";

export interface Follower {
  /** It has no part in the cube that is searched. */
  readonly axis: Axis;
  /** Its column among the emulator's inputs. */
  readonly column: number;
  /** Its value in a point of the emulator that holds all other inputs. @param at where the point begins in `points` */
  valueIn(points: Float64Array, at: number): number;
  /** The derivative of its value by the value of another input. @param input its column */
  slope(input: number): number;
  /** The distances of a value from the lower and the upper limit of the range, as shares of it: below 0 outside. */
  margins(value: number): readonly [number, number];
}

/** The rounding of a sum, relative to the range: a larger value accepts designs that lie beyond it. */
const MAX_ROUNDING_ERROR = 1e-9;

/**
 * The follower x_k of a relation `sum of a_i x_i = b`: `x_k = (b - sum of a_i x_i, i != k) / a_k`.
 * @param axes of all varied variables, each with its column among the emulator's inputs
 * @param columnOf the columns of the emulator's inputs by name
 * @returns null where there is no relation, or the emulator does not have its inputs
 */
export function findFollower(
  relation: KeptRelation | null,
  axes: readonly { axis: Axis; column: number }[],
  columnOf: ReadonlyMap<string, number>,
): Follower | null {
  if (relation === null) return null;
  const column = columnOf.get(relation.follower);
  const axis = axes.find((candidate) => candidate.column === column)?.axis;
  const terms = relation.terms.flatMap(({ input, coefficient }) => {
    const termColumn = columnOf.get(input);
    return termColumn === undefined ? [] : [{ column: termColumn, coefficient }];
  });
  const followerCoefficient = terms.find((term) => term.column === column)?.coefficient;
  if (column === undefined || axis === undefined || followerCoefficient === undefined) return null;
  if (terms.length < relation.terms.length) return null;
  const freeTerms = terms.filter((term) => term.column !== column);
  const slopes = new Map(freeTerms.map((term) => [term.column, -term.coefficient / followerCoefficient]));
  const [low, high] = [Number(axis.value(0)), Number(axis.value(1))];
  const range = high - low || 1;
  return {
    axis,
    column,
    valueIn: (points, at) =>
      (relation.sum - freeTerms.reduce((sum, term) => sum + term.coefficient * points[at + term.column], 0)) /
      followerCoefficient,
    slope: (input) => slopes.get(input) ?? 0,
    margins: (value) => [
      (value - low) / range + MAX_ROUNDING_ERROR,
      (high - value) / range + MAX_ROUNDING_ERROR,
    ],
  };
}
