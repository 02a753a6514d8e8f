/** The cells around a point: whole numbers one up and down, every other option. */
import { cellOf, hasCells, middleOf, type SearchSpace } from "../../search-space.ts";

/** At most so many options of one axis are tried. */
const MAX_OPTIONS = 64;

export function neighboursOf(space: SearchSpace, point: Float64Array): Float64Array[] {
  return space.flatMap((axis, a) => {
    if (!hasCells(axis)) return [];
    const own = cellOf(axis, point[a]);
    const others = axis.isChoice
      ? Array.from({ length: Math.min(MAX_OPTIONS, axis.count) }, (_, cell) => cell)
      : [own - 1, own + 1];
    return others
      .filter((cell) => cell !== own && cell >= 0 && cell < axis.count)
      .map((cell) => point.with(a, middleOf(axis, cell)));
  });
}
