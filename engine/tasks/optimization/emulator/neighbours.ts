/** The cells around a point: the whole numbers next to it, and every other option. */
import { computeMiddle, findCell, hasCells, type SearchSpace } from "../../search-space.ts";

/** At most this many options of one axis are tried. */
const MAX_OPTIONS = 64;

export function findNeighbours(space: SearchSpace, point: Float64Array): Float64Array[] {
  return space.flatMap((axis, a) => {
    if (!hasCells(axis)) return [];
    const pointCell = findCell(axis, point[a]);
    const otherCells = axis.isChoice
      ? Array.from({ length: Math.min(MAX_OPTIONS, axis.count) }, (_, cell) => cell)
      : [pointCell - 1, pointCell + 1];
    return otherCells
      .filter((cell) => cell !== pointCell && cell >= 0 && cell < axis.count)
      .map((cell) => point.with(a, computeMiddle(axis, cell)));
  });
}
