import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { gridValues } from "./language/grid.ts";

/** By name of each vector output, the coordinates at which the model has its curve. */
export function outputGrids({ coordinates, outputs }: SpecModel): Record<string, Float64Array> {
  const grids = new Map(coordinates.map(({ name, grid }) => [name, gridValues(grid)]));
  return Object.fromEntries(
    outputs.flatMap(({ name, coordinate }) => {
      const grid = coordinate === null ? undefined : grids.get(coordinate);
      return grid === undefined ? [] : [[name, grid]];
    }),
  );
}
