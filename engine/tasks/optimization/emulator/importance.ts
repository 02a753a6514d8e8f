import type { Importance } from "@understudy/shared/api/optimization.ts";
import { IMPORTANCE_SHARE } from "@understudy/shared/limits.ts";
import { finite, shownViolation } from "../../in-spec.ts";
import { computeMiddle, createKey, findCell, hasCells } from "../../search-space.ts";
import type { EmulatorObjective } from "./emulator-objective.ts";
import { byRating, type RatedPoint } from "./rated-points.ts";

type MovedDesign = Importance["other"];

/**
 * Rates a design after each variable has moved alone.
 * @param point fractions in [0, 1], snapped
 */
export function computeImportance(objective: EmulatorObjective, point: Float64Array): Importance[] {
  const { axes } = objective.space;
  const pointKey = createKey(axes, point);
  const moves = axes.map((axis, a) => {
    const movePoint = (fraction: number): Float64Array => {
      const moved = point.slice();
      moved[a] = fraction;
      return moved;
    };
    const cell = findCell(axis, point[a]);
    if (axis.isChoice)
      return Array.from({ length: axis.count }, (_, option) => movePoint(computeMiddle(axis, option))).filter(
        (moved) => createKey(axes, moved) !== pointKey,
      );
    const step = hasCells(axis)
      ? Math.max(1, Math.round(IMPORTANCE_SHARE * (axis.count - 1)))
      : IMPORTANCE_SHARE;
    const last = hasCells(axis) ? axis.count - 1 : 1;
    return [cell - step, cell + step].map((position) =>
      position < 0 || position > last ? null : movePoint(computeMiddle(axis, position)),
    );
  });
  const points = moves.flat().filter((moved) => moved !== null);
  const ratings = objective.rate(points);
  const rated = new Map(
    points.map((moved, i): [Float64Array, RatedPoint] => [moved, { point: moved, rating: ratings[i] }]),
  );
  const describeMove = (moved: Float64Array | null | undefined): MovedDesign => {
    const ratedPoint = moved ? rated.get(moved) : undefined;
    return ratedPoint === undefined
      ? null
      : { score: finite(ratedPoint.rating.score), violation: shownViolation(ratedPoint.rating) };
  };
  return axes.map(({ name, element, isChoice }, a) => {
    const moved = moves[a];
    if (!isChoice)
      return { name, element, below: describeMove(moved[0]), above: describeMove(moved[1]), other: null };
    const best = moved
      .flatMap((candidate) => (candidate && rated.get(candidate)) ?? [])
      .toSorted(byRating)[0];
    return { name, element, below: null, above: null, other: describeMove(best?.point) };
  });
}
