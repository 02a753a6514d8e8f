/** The output and the two inputs of the response surface, and its content as it is drawn. */
import { type InputPoint, ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { OutputGoal } from "@understudy/shared/domain/desirability.ts";
import { displayName, type OutputDefinition, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { NO_UNIT, type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { SurfaceAxis, SurfaceGroup, SurfaceLimit } from "#plots/analysis/surface-model.ts";
import { extent } from "#plots/model/ranges.ts";
import type { ColumnAxis } from "#plots/profiler/column-axis.ts";
import { computeRowShares } from "#plots/profiler/nearby-rows.ts";
import { createAxis } from "#predictions/curves.ts";
import type { Parameter } from "#predictions/parameters.ts";
import type { PinnedPoint } from "#predictions/pinned-points.ts";
import { createColumnAxis } from "#predictions/profile-request.ts";
import type { SurfaceView } from "#predictions/surface-request.ts";
import type { Choices } from "#predictions/use-choices.ts";
import type { ShownColumns } from "#predictions/use-shown.ts";

/** A person chooses what the surface shows; until then it is the scalar plot's output over its input and the next one. */
export type ChosenSurface = {
  readonly output: OutputDefinition;
  readonly x: Parameter;
  readonly y: Parameter;
  readonly view: SurfaceView;
};

/** @returns null where there are no two inputs and an output */
export function chooseSurface(
  config: Pick<JobConfig, "coordinates">,
  { scalars, vectors, parameters, scalar, over }: ShownColumns,
  { surface, surfaceX, surfaceY, surfaceAt }: Choices,
): ChosenSurface | null {
  const outputs = [...scalars, ...vectors];
  const output = outputs.find(({ name }) => name === surface) ?? scalar ?? outputs[0];
  const find = (chosen: string | null) => parameters.find(({ name }) => name === chosen);
  const candidates = [...(over === undefined ? [] : [over]), ...parameters];
  const x = find(surfaceX) ?? candidates.find(({ name }) => name !== surfaceY);
  if (output === undefined || x === undefined) return null;
  const chosenY = find(surfaceY);
  const y = chosenY?.name === x.name ? undefined : chosenY;
  const next = y ?? parameters.find(({ name }) => name !== x.name);
  if (next === undefined) return null;
  return {
    ...{ output, x, y: next },
    view: {
      output: output.name,
      place: output.type === "Vector" ? choosePlace(config, output, surfaceAt) : null,
      x: { name: x.name, axis: createColumnAxis(x) },
      y: { name: next.name, axis: createColumnAxis(next) },
    },
  };
}

/** The place along a curve's coordinate: the chosen one, or the end of the curve that is nearer to it; the middle until one is chosen. */
function choosePlace(
  config: Pick<JobConfig, "coordinates">,
  output: OutputDefinition,
  chosen: number | null,
): NonNullable<SurfaceView["place"]> {
  const { key, range, multiplier } = createAxis(config, output);
  const [low, high] = [range[0] * multiplier, range[1] * multiplier];
  const value = chosen === null ? (low + high) / 2 : Math.min(high, Math.max(low, chosen));
  return { coordinate: key, value: key === ROW_INDEX ? Math.round(value) : value };
}

/** The place of a value on an axis of the surface; not a number where it has none. */
export function placeOnAxis(axis: ColumnAxis, { multiplier }: ShownUnit, value: ScalarValue): number {
  if (axis.kind === "steps" && hasNames(axis))
    return axis.values.indexOf(value) < 0 ? Number.NaN : axis.values.indexOf(value);
  return Number(value) / multiplier;
}

const hasNames = ({ values }: Extract<ColumnAxis, { kind: "steps" }>): boolean =>
  values.some((value) => typeof value === "string");

/** An axis of the surface. @param values of the grid along it, as stored */
export function createSurfaceAxis(
  config: Pick<JobConfig, "inputs">,
  { name, axis }: SurfaceView["x"],
  values: readonly ScalarValue[],
): { drawn: SurfaceAxis; unit: ShownUnit } {
  const input = config.inputs.find((candidate) => candidate.name === name);
  const unit = input === undefined ? NO_UNIT : shownUnit(input);
  const options = axis.kind === "steps" && hasNames(axis) ? axis.values.map(String) : null;
  const places = values.map((value) => placeOnAxis(axis, unit, value));
  const range =
    options === null ? (extent(places) ?? ([0, 1] as const)) : ([-0.5, options.length - 0.5] as const);
  return {
    drawn: { name: input === undefined ? name : displayName(input), unit: unit.text, places, options, range },
    unit,
  };
}

/** The limits of an output, from its goal in the profiler, as shown. */
export const listLimits = (goal: OutputGoal | undefined, { multiplier }: ShownUnit): SurfaceLimit[] =>
  goal?.kind !== "limits"
    ? []
    : (["low", "high"] as const).flatMap((end) => {
        const limit = goal[end];
        return limit === null
          ? []
          : [{ side: end === "low" ? ("lower" as const) : ("upper" as const), value: limit / multiplier }];
      });

type Beside = {
  readonly place: (point: InputPoint) => { readonly x: number; readonly y: number };
  readonly multiplier: number;
  readonly output: string;
};

/** The training rows near the slice. @param indices their positions in the lists of the rows */
export function createRowGroup(
  rows: ScalarRows,
  indices: readonly { readonly at: number }[],
  { place, multiplier, output }: Beside,
  style: Pick<SurfaceGroup, "name" | "kind" | "color">,
): SurfaceGroup {
  const outputs = rows.outputs[output];
  return {
    ...style,
    points: indices.flatMap(({ at }) => {
      const values = Object.fromEntries(
        Object.entries(rows.inputs).map(([name, list]) => [name, list[at] ?? Number.NaN]),
      );
      const { x, y } = place(values);
      if (!Number.isFinite(x) || !Number.isFinite(y)) return [];
      const value = outputs?.[at] ?? null;
      const z = value === null ? null : value / multiplier;
      return [{ x, y, z, label: `Row ${(rows.indices[at] ?? at) + 1}` }];
    }),
  };
}

/** Finds where the rows lie along all inputs. It takes milliseconds for a thousand rows: once for the rows, not with every answer. */
export const computeSliceShares = (rows: ScalarRows, parameters: readonly Parameter[]) =>
  computeRowShares(
    rows,
    new Map(parameters.map((parameter) => [parameter.name, createColumnAxis(parameter)])),
  );

/** The designs with names: each stands at its own prediction, which lies off the surface where its other inputs differ. */
export const createDesignGroups = (
  pinned: readonly PinnedPoint[],
  { place, multiplier, output }: Beside,
): SurfaceGroup[] =>
  pinned.map(({ name, color, values, outputs }) => {
    const prediction = outputs?.[output];
    const value = prediction?.values.length === 1 ? prediction.values[0] : undefined;
    return {
      ...{ name, kind: "design", color },
      points: [{ ...place(values), z: value === undefined ? null : value / multiplier, label: name }],
    };
  });
