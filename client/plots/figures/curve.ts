import type { ScalarValue } from "@understudy/shared/domain/variable.ts";

/** The emulator's predictions along a coordinate, or over the values or categories of an input. */
export type Curve<X extends ScalarValue = number> = {
  readonly x: readonly X[];
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
};

/** The prediction at one point. */
export type CurvePoint<X extends ScalarValue = number> = {
  readonly x: X;
  readonly y: number;
  readonly lower: number;
  readonly upper: number;
};
