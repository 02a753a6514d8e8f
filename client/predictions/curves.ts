import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import {
  type CoordinateDefinition,
  displayName,
  type OutputDefinition,
} from "@understudy/shared/domain/variable.ts";
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { linspace, logspace, type Range } from "#plots/model/ranges.ts";

/** The axis of a vector output, in the units shown. */
export type Axis = {
  /** The column's name, or ROW_INDEX. */
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly multiplier: number;
  readonly range: Range;
  readonly spacing: CoordinateDefinition["spacing"];
  /** The values of a coordinate that turns back, by the index of the point; null: a curve lies over the coordinate itself. */
  readonly loop: readonly number[] | null;
};

/** The axis that an output is predicted along: where its coordinate turns back, the index of its points. */
export function createAxis(config: Pick<JobConfig, "coordinates">, output: OutputDefinition): Axis {
  const coordinate = config.coordinates.find(({ name }) => name === output.coordinate_name);
  if (coordinate === undefined)
    return {
      key: ROW_INDEX,
      label: "Index",
      unit: "",
      multiplier: 1,
      range: [0, output.length - 1],
      spacing: "linear",
      loop: null,
    };
  const { name, min, max, spacing } = coordinate;
  const { text: unit, multiplier } = shownUnit(coordinate);
  return {
    key: name,
    label: displayName(coordinate),
    unit,
    multiplier,
    range: [min / multiplier, max / multiplier],
    spacing,
    loop: null,
  };
}

/** The axis that a curve is drawn over: a coordinate that turns back makes it a loop. */
export function createDrawnAxis(config: Pick<JobConfig, "coordinates">, output: OutputDefinition): Axis {
  const axis = createAxis(config, output);
  const coordinate = config.coordinates.find(({ name }) => name === output.loop_name);
  if (coordinate === undefined || coordinate.loop_values === null) return axis;
  const { text: unit, multiplier } = shownUnit(coordinate);
  return {
    ...axis,
    label: displayName(coordinate),
    unit,
    multiplier,
    range: [coordinate.min / multiplier, coordinate.max / multiplier],
    loop: coordinate.loop_values,
  };
}

/** The places of coordinate values on the axis, as shown: those on a loop are found by the index of the point. */
export function placesOnAxis({ loop, multiplier }: Axis, values: readonly number[]): number[] {
  if (loop === null) return values.map((value) => value / multiplier);
  const indices = Float64Array.from(loop.keys());
  const places = interpolateLinear(indices, Float64Array.from(loop), Float64Array.from(values));
  return Array.from(places, (place) => place / multiplier);
}

/** The columns of the grid that a vector output is drawn on as a map; null: it is drawn as a curve. */
export const mapColumns = (
  { type, grid_columns }: OutputDefinition,
  { fieldsAs }: { fieldsAs: "curve" | null },
): number | null => (type === "Vector" && fieldsAs === null ? grid_columns : null);

/** An axis can be logarithmic if all of it lies above 0. */
export const canBeLogarithmic = ({ range }: Pick<Axis, "range">): boolean => range[0] > 0;

/** The axis of a vector output with the spacing that a person chose; null: its own. */
export function chosenAxis(
  config: Pick<JobConfig, "coordinates">,
  output: OutputDefinition,
  chosen: Axis["spacing"] | null,
): Axis {
  const axis = createDrawnAxis(config, output);
  return chosen === null || (chosen === "log" && !canBeLogarithmic(axis))
    ? axis
    : { ...axis, spacing: chosen };
}

/** The requested coordinate values of a curve: `points` of them, evenly spaced on the axis; of a row index whole numbers only. */
export function chooseSamples(axis: Axis, points: number): number[] {
  const [low, high] = axis.loop === null ? axis.range : [0, axis.loop.length - 1];
  if (axis.key === ROW_INDEX && high - low < points)
    return Array.from({ length: high - low + 1 }, (_, index) => index);
  if (axis.key === ROW_INDEX) return linspace(low, high, points).map(Math.round);
  const spread = axis.spacing === "log" ? logspace : linspace;
  return spread(low * axis.multiplier, high * axis.multiplier, points);
}

const isCoordinate = (config: Pick<JobConfig, "coordinates">, name: string): boolean =>
  config.coordinates.some((coordinate) => coordinate.name === name);

/** The outputs that the emulator predicts, by kind. */
export function emulatedOutputs(config: JobConfig): {
  scalars: OutputDefinition[];
  vectors: OutputDefinition[];
} {
  const emulated = config.outputs.filter(
    ({ name }) => config.emulator_outputs.includes(name) && !isCoordinate(config, name),
  );
  return {
    scalars: emulated.filter(({ type }) => type !== "Vector"),
    vectors: emulated.filter(({ type }) => type === "Vector"),
  };
}
