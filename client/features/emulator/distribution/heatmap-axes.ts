/** The columns that the heatmap of the data can have as axes. */
import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { NO_UNIT, type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";

export type AxisChoice = {
  readonly name: string;
  readonly label: string;
  readonly unit: ShownUnit;
  readonly group: "Outputs" | "Parameters" | "Coordinates";
  /** Values a row: 1 for a number, those of a curve; null: as many as the other axis has. */
  readonly length: number | null;
};

const ROW_INDEX_CHOICE: AxisChoice = {
  name: ROW_INDEX,
  label: "Index",
  unit: NO_UNIT,
  group: "Coordinates",
  length: null,
};

/** Outputs first; inputs that are fixed have nothing to show. */
export function axisChoices(config: Pick<JobConfig, "inputs" | "outputs" | "coordinates">): AxisChoice[] {
  const coordinateNames = config.coordinates.map(({ name }) => name);
  const outputs = config.outputs.filter(({ name, ignored }) => !ignored && !coordinateNames.includes(name));
  const choice = (
    group: AxisChoice["group"],
    column: OutputDefinition | JobConfig["coordinates"][number],
  ) => ({
    name: column.name,
    label: displayName(column),
    unit: shownUnit(column),
    group,
    length: column.length,
  });
  return [
    ...outputs.map((output) => choice("Outputs", output)),
    ...config.inputs
      .filter(({ fixed }) => !fixed)
      .map((input) => ({
        name: input.name,
        label: displayName(input),
        unit: shownUnit(input),
        group: "Parameters" as const,
        length: 1,
      })),
    ...config.coordinates.map((coordinate) => choice("Coordinates", coordinate)),
    ...(outputs.some(({ type }) => type === "Vector") ? [ROW_INDEX_CHOICE] : []),
  ];
}

/** Two columns can be paired if they have points in common: two curves over the same points, or a curve and one number a row. */
export function canBePaired(x: AxisChoice, y: AxisChoice): boolean {
  if (x.name === y.name) return false;
  if (x.length === null || y.length === null) return (x.length ?? 1) * (y.length ?? 1) > 1;
  return x.length === 1 || y.length === 1 || x.length === y.length;
}

/**
 * The axes as chosen; else two numbers among the outputs, the first curve over its coordinate, or the first output over the first
 * parameter. Null: there are no two columns.
 */
export function heatmapAxes(
  choices: readonly AxisChoice[],
  findCoordinate: (output: string) => string | null,
  chosen: { readonly x: string | null; readonly y: string | null },
): readonly [AxisChoice, AxisChoice] | null {
  const findChoice = (name: string | null) => choices.find((choice) => choice.name === name);
  const outputs = choices.filter(({ group }) => group === "Outputs");
  const [first, second] = outputs.filter(({ length }) => length === 1);
  const curve = outputs.find(({ length }) => length !== 1);
  const chooseDefaults = (): readonly [AxisChoice | undefined, AxisChoice | undefined] => {
    if (second !== undefined) return [first, second];
    if (curve !== undefined) return [findChoice(findCoordinate(curve.name) ?? ROW_INDEX), curve];
    return [choices.find(({ group }) => group === "Parameters"), first];
  };
  const [x, y] = [findChoice(chosen.x) ?? chooseDefaults()[0], findChoice(chosen.y) ?? chooseDefaults()[1]];
  if (x === undefined || y === undefined) return null;
  if (canBePaired(x, y)) return [x, y];
  // What was chosen for one axis stays; the other takes the first column that goes with it.
  const partner = choices.find((choice) => canBePaired(choice, y));
  return partner === undefined ? null : [partner, y];
}
