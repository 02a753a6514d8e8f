import type { Row } from "@understudy/engine/dataset/storage/dataset.ts";
import type { dataValue } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { z } from "zod";
import { invalid } from "../core/problem.ts";
import { decimate } from "./decimate.ts";

export type RowOptions = {
  /** Bounds of the coordinate (its values) that curves are wanted between. */
  range?: readonly [number, number] | undefined;
  max_points?: number | undefined;
};
export type PresentedRow = { data: Record<string, z.infer<typeof dataValue>>; indices: number[] };

/** @throws Problem 400 when curves of several lengths are to be cut to one range. */
export function presentRow(
  row: Row,
  config: JobConfig,
  names: readonly string[],
  options: RowOptions,
): PresentedRow {
  const curves = names.flatMap((name) => {
    const values = ownValue(row.outputs, name);
    return values !== undefined && isVector(config, name) ? [{ name, values }] : [];
  });
  const indices = positions(curves, row, config, options);
  const isWhole = options.range === undefined && options.max_points === undefined;
  const data: PresentedRow["data"] = {};
  for (const name of names) {
    const values = ownValue(row.outputs, name);
    const input = ownValue(row.inputs, name);
    if (input !== undefined) data[name] = input;
    else if (values?.some(Number.isNaN) === true) data[name] = null;
    else if (values !== undefined && !isVector(config, name)) data[name] = values[0] ?? 0;
    else if (values !== undefined) {
      data[name] = isWhole ? Array.from(values) : indices.map((index) => values[index] ?? 0);
    }
  }
  return { data, indices };
}

const isVector = ({ outputs }: JobConfig, name: string): boolean =>
  outputs.some((output) => output.name === name && output.type === "Vector");

function positions(
  curves: readonly { name: string; values: Float64Array }[],
  row: Row,
  config: JobConfig,
  { range, max_points }: RowOptions,
): number[] {
  const length = Math.max(0, ...curves.map(({ values }) => values.length));
  const isCut = range !== undefined || max_points !== undefined;
  if (isCut && curves.some(({ values }) => values.length !== length)) {
    throw invalid({ options: [MESSAGES.oneLength] });
  }
  const along = findCoordinate(curves, row, config);
  const inside = (index: number) => {
    const value = along?.[index] ?? index;
    return range === undefined || (value >= range[0] && value <= range[1]);
  };
  // The coordinate rises or falls strictly: what lies inside a range is one stretch.
  const all = Array.from({ length }, (_, index) => index).filter(inside);
  const [from = 0] = all;
  const values = curves.map((curve) => curve.values);
  return decimate(values, from, from + all.length, max_points ?? length);
}

/** The values of the coordinate that the first of the curves is drawn over; undefined: its row index. */
function findCoordinate(
  curves: readonly { name: string }[],
  row: Row,
  { outputs, coordinates }: JobConfig,
): Float64Array | undefined {
  const [first] = curves;
  if (first === undefined) return undefined;
  const drawnOver = outputs.find(({ name }) => name === first.name)?.coordinate_name ?? null;
  // A range of a coordinate that turns back would be several stretches, so curves over it are cut by their row index.
  const isCoordinate = coordinates.some(
    ({ name, loop_values }) => name === first.name && loop_values === null,
  );
  const name = isCoordinate ? first.name : drawnOver;
  return name === null ? undefined : ownValue(row.outputs, name);
}
