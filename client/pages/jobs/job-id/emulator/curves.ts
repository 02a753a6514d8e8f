import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import {
  type CoordinateDefinition,
  displayName,
  type OutputDefinition,
} from "@understudy/shared/domain/variable.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { linspace, logspace, type Range } from "../../../../plots/figures/ranges.ts";

/** The axis of a vector output, in the units shown. */
export type Axis = {
  /** The column's name, or ROW_INDEX. */
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly multiplier: number;
  readonly range: Range;
  readonly spacing: CoordinateDefinition["spacing"];
};

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
  };
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
  const axis = createAxis(config, output);
  return chosen === null || (chosen === "log" && !canBeLogarithmic(axis))
    ? axis
    : { ...axis, spacing: chosen };
}

/** The requested coordinate values of a curve: `points` of them, evenly spaced on the axis; of a row index whole numbers only. */
export function chooseSamples(axis: Axis, points: number): number[] {
  const [low, high] = axis.range;
  if (axis.key === ROW_INDEX && high - low < points)
    return Array.from({ length: high - low + 1 }, (_, index) => index);
  const spread = axis.spacing === "log" ? logspace : linspace;
  const places = spread(low * axis.multiplier, high * axis.multiplier, points);
  return axis.key === ROW_INDEX ? places.map(Math.round) : places;
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
