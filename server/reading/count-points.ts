/** Counts the rows of a job over two of its columns. */

import { isOverDecades } from "@understudy/engine/dataset/decades.ts";
import type { Dataset, Rows } from "@understudy/engine/dataset/storage/dataset.ts";
import { type AxisColumn, axisBins, countCells } from "@understudy/engine/specs/graphs/axis-bins.ts";
import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import { withDataset } from "../files/with-dataset.ts";
import { spread } from "../presenters/decimate.ts";
import type { CountedColumn, WorkAnswer, WorkRequest } from "./tasks.ts";

/** Read of all rows together, inputs and outputs; of more rows evenly spread ones are counted. */
const MAX_VALUES = 4_000_000;

/** A column of the data: where an input stands, or how long an output is. */
type Place =
  | { readonly kind: "input"; readonly at: number; readonly levels: readonly string[] | null }
  | { readonly kind: "output"; readonly name: string; readonly length: number }
  | { readonly kind: "index" };

export const countPoints = ({
  workDir,
  x,
  y,
}: WorkRequest<"countPoints">): Promise<WorkAnswer<"countPoints">> =>
  withDataset(workDir, async (dataset) => {
    const places = [findPlace(dataset, x.name), findPlace(dataset, y.name)] as const;
    if (places[0] === null || places[1] === null) return null;
    const outputs = places.flatMap((place) => (place?.kind === "output" ? [place] : []));
    const points = Math.max(1, ...outputs.map(({ length }) => length));
    const names = [...new Set(outputs.map(({ name }) => name))];
    const rows = await readSpread(dataset, names, dataset.meta.inputs.length + points * names.length);
    const drawn = chooseSpacings(
      cutWhere(
        [toColumn(rows, dataset, places[0], points), toColumn(rows, dataset, places[1], points)],
        isDefined,
      ),
      [
        { place: places[0], spacing: x.spacing },
        { place: places[1], spacing: y.spacing },
      ],
    );
    const [xColumn, yColumn] = cutWhere(drawn, isOnAxis);
    const [xBins, yBins] = [axisBins(xColumn), axisBins(yColumn)];
    const binned = ({ name }: CountedColumn, { levels, spacing }: AxisColumn, edges: readonly number[]) => ({
      name,
      options: levels === null ? null : [...levels],
      spacing,
      edges: [...edges],
    });
    const counted = xColumn.values.length;
    const defined = drawn[0].values.length;
    return {
      rows: rows.rows.length,
      points: counted,
      left_out: defined - counted,
      undefined_points: rows.rows.length * points - defined,
      x: binned(x, xColumn, xBins.edges),
      y: binned(y, yColumn, yBins.edges),
      counts: countCells([xColumn, xBins], [yColumn, yBins]),
    };
  });

function findPlace({ meta }: Dataset, name: string): Place | null {
  if (name === ROW_INDEX) return { kind: "index" };
  const at = meta.inputs.findIndex((input) => input.name === name);
  const input = meta.inputs[at];
  if (input !== undefined)
    return { kind: "input", at, levels: input.kind === "categorical" ? input.levels : null };
  const output = meta.outputs.find((candidate) => candidate.name === name);
  return output === undefined ? null : { kind: "output", name, length: output.length };
}

function readSpread(dataset: Dataset, names: readonly string[], width: number): Promise<Rows> {
  const total = dataset.size("combined");
  const most = Math.max(1, Math.floor(MAX_VALUES / width));
  return dataset.readRows(Uint32Array.from(spread(0, total, Math.min(total, most))), names);
}

/** A value a point: those of a curve as they are, those of a row once for each of its points. */
function toColumn(
  { rows, inputs, outputs }: Rows,
  { meta }: Dataset,
  place: Place,
  points: number,
): AxisColumn {
  const values = new Float64Array(rows.length * points);
  const fill = (valueAt: (row: number, point: number) => number) =>
    values.forEach((_, at) => {
      values[at] = valueAt(Math.floor(at / points), at % points);
    });
  if (place.kind === "index") fill((_, point) => point);
  else if (place.kind === "input") fill((row) => inputs[row * meta.inputs.length + place.at] ?? 0);
  else {
    const outputValues = outputs[place.name];
    fill((row, point) => outputValues?.[place.length === 1 ? row : row * place.length + point] ?? 0);
  }
  return { values, levels: place.kind === "input" ? place.levels : null, spacing: "linear" };
}

type Pair = readonly [x: AxisColumn, y: AxisColumn];
type Axis = { readonly place: Place; readonly spacing: CountedColumn["spacing"] };

/** The axis of an output is logarithmic where its values lie over decades, that of an input where it was chosen to be. */
function chooseSpacings([x, y]: Pair, [xAxis, yAxis]: readonly [Axis, Axis]): Pair {
  const spaced = (column: AxisColumn, { place, spacing }: Axis): AxisColumn => {
    const isLog =
      place.kind === "output"
        ? isOverDecades(column.values)
        : spacing === "log" && column.values.every((value) => value > 0);
    return { ...column, spacing: isLog ? "log" : "linear" };
  };
  return [spaced(x, xAxis), spaced(y, yAxis)];
}

/** An output that a row does not define is not a number there. */
const isDefined = (value: number): boolean => !Number.isNaN(value);

/** On a logarithmic axis values above 0 have a place. */
const isOnAxis = (value: number, { spacing }: AxisColumn): boolean => spacing === "linear" || value > 0;

/** The points whose values in both columns fulfil the condition. */
function cutWhere([x, y]: Pair, holds: (value: number, column: AxisColumn) => boolean): Pair {
  const has = (column: AxisColumn, at: number): boolean => holds(column.values[at] ?? Number.NaN, column);
  const isKept = x.values.map((_, at) => Number(has(x, at) && has(y, at)));
  const cut = ({ values, ...column }: AxisColumn): AxisColumn => ({
    ...column,
    values: values.filter((_, at) => isKept[at] === 1),
  });
  return [cut(x), cut(y)];
}
