/** The values that a graph draws: those of its expressions in each simulation. */
import type { Value } from "../expressions/values.ts";

/** One expression of a graph. */
export type Series = {
  /** The title of its axis. */
  readonly label: string;
  /** Empty where there is none, or none is known. */
  readonly unit: string;
  readonly isCurve: boolean;
  readonly isText: boolean;
  /** One a simulation. */
  readonly values: readonly Value[];
};
export type DrawnSeries = {
  readonly ids: readonly number[];
  readonly x: Series | null;
  readonly y: readonly Series[];
  readonly z: Series | null;
};

export type GraphError = { readonly field: string; readonly message: string };

const isDefined = (value: Value): boolean =>
  typeof value === "string" ||
  (typeof value === "object" ? value.y.some(Number.isFinite) : Number.isFinite(value));

/** A graph needs one value along each axis; of several curves or numbers along y one is enough. */
export function undefinedEverywhere({ x, y, z }: DrawnSeries): GraphError[] {
  const axes = [
    { field: "x", all: x === null ? [] : [x] },
    { field: "y", all: y },
    { field: "z", all: z === null ? [] : [z] },
  ];
  return axes
    .filter(({ all }) => all.length > 0 && !all.some(({ values }) => values.some(isDefined)))
    .map(({ field, all }) => ({
      field,
      message: `There is no finite value of ${all.map(({ label }) => label).join(" or ")}`,
    }));
}
