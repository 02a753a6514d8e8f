/** What a graph draws: the values of its expressions in each simulation. */
import type { Value } from "../expressions/values.ts";

/** One expression of a graph. */
export type Series = {
  /** The title of its axis. */
  readonly label: string;
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
