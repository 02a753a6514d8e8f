import type { ScalarValue } from "@understudy/shared/domain/variable.ts";

/** The emulator's predictions along a coordinate, or over the values or categories of an input. */
export type Curve<X extends ScalarValue = number> = {
  readonly x: readonly X[];
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
};

/** The names and units of the axes of a curve, in which its values are shown. */
export type CurveLabels = {
  readonly name: string;
  readonly unit: string;
  readonly coordinate: string;
  readonly coordinateUnit: string;
};

/** The prediction at one point. */
export type CurvePoint<X extends ScalarValue = number> = {
  readonly x: X;
  readonly y: number;
  readonly lower: number;
  readonly upper: number;
};
