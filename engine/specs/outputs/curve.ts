/** Curves that a simulation wrote, brought onto the grid of their coordinate. */
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import { OutputError } from "./output-error.ts";

/** The grid on which a curve is to have its values. */
export type Grid = { readonly name: string; readonly values: Float64Array; readonly isLog: boolean };

/** Programs print a few digits: the last point of 1 GHz may read 9.99999e8. Share of the grid's span. */
const SPAN_TOLERANCE = 1e-5;

/**
 * @param x positions, ascending or descending throughout; of equal ones the last counts
 * @param label the output and its file, for the sentence: "gain_db in bode.txt"
 * @throws OutputError when the positions turn back, or do not cover the grid
 */
export function ontoGrid(x: Float64Array, y: Float64Array, grid: Grid, label: string): number[] {
  const sorted = ascending(x, y, grid, label);
  const isLog = grid.isLog && (sorted.x[0] ?? 0) > 0;
  const scale = (values: Float64Array) => (isLog ? values.map(Math.log) : values);
  const [positions, gridPositions] = [scale(sorted.x), scale(grid.values)];
  const [first = 0, last = 0] = [gridPositions[0], gridPositions.at(-1)];
  const slack = SPAN_TOLERANCE * (last - first);
  const [begin = Number.NaN, end = Number.NaN] = [positions[0], positions.at(-1)];
  if (!(begin <= first + slack && end >= last - slack)) {
    throw new OutputError(
      `${label} covers ${grid.name} from ${sorted.x[0]} to ${sorted.x.at(-1)}, not the whole of ${grid.values[0]} to ${grid.values.at(-1)}.`,
    );
  }
  return Array.from(interpolateLinear(positions, sorted.y, gridPositions));
}

function ascending(x: Float64Array, y: Float64Array, { name }: Grid, label: string) {
  const [first = 0, last = 0] = [x[0], x.at(-1)];
  if (last < first) {
    x = x.toReversed();
    y = y.toReversed();
  }
  const back = x.findIndex((value, i) => i > 0 && value < (x[i - 1] ?? value));
  if (back !== -1)
    throw new OutputError(
      `${label}: the values of ${name} change direction at ${x[back - 1]}; expected a single sweep.`,
    );
  const isLast = (_: number, i: number) => i === x.length - 1 || x[i] !== x[i + 1];
  return x.some((value, i) => i > 0 && value === x[i - 1])
    ? { x: x.filter(isLast), y: y.filter(isLast) }
    : { x, y };
}
