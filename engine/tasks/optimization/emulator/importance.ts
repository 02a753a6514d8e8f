import type { Importance } from "@understudy/shared/api/optimization.ts";
import { IMPORTANCE_SHARE } from "@understudy/shared/limits.ts";
import { finite, shownViolation } from "../../in-spec.ts";
import { cellOf, hasCells, keyOf, middleOf } from "../../search-space.ts";
import type { EmulatorObjective } from "./emulator-objective.ts";
import { byRating, type RatedPoint } from "./rated-points.ts";

type Moved = Importance["other"];

/** What becomes of a design when each variable moves alone. @param point of the cube, snapped */
export function importanceAround(objective: EmulatorObjective, point: Float64Array): Importance[] {
  const { axes } = objective.space;
  const own = keyOf(axes, point);
  const moves = axes.map((axis, a) => {
    const at = (fraction: number): Float64Array => {
      const moved = point.slice();
      moved[a] = fraction;
      return moved;
    };
    const cell = cellOf(axis, point[a]);
    if (axis.isChoice)
      return Array.from({ length: axis.count }, (_, option) => at(middleOf(axis, option))).filter(
        (moved) => keyOf(axes, moved) !== own,
      );
    const step = hasCells(axis)
      ? Math.max(1, Math.round(IMPORTANCE_SHARE * (axis.count - 1)))
      : IMPORTANCE_SHARE;
    const last = hasCells(axis) ? axis.count - 1 : 1;
    return [cell - step, cell + step].map((to) => (to < 0 || to > last ? null : at(middleOf(axis, to))));
  });
  const points = moves.flat().filter((moved) => moved !== null);
  const ratings = objective.rate(points);
  const rated = new Map(
    points.map((moved, i): [Float64Array, RatedPoint] => [moved, { point: moved, rating: ratings[i] }]),
  );
  const found = (moved: Float64Array | null | undefined): Moved => {
    const one = moved ? rated.get(moved) : undefined;
    return one === undefined
      ? null
      : { score: finite(one.rating.score), violation: shownViolation(one.rating) };
  };
  return axes.map(({ name, element, isChoice }, a) => {
    const moved = moves[a];
    if (!isChoice) return { name, element, below: found(moved[0]), above: found(moved[1]), other: null };
    const best = moved.flatMap((one) => (one && rated.get(one)) ?? []).toSorted(byRating)[0];
    return { name, element, below: null, above: null, other: found(best?.point) };
  });
}
