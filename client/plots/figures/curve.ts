import type { ScalarValue } from "@understudy/shared/domain/variable.ts";

/** What the emulator says along something: a coordinate's numbers, or the values or categories of an input. */
export type Curve<X extends ScalarValue = number> = {
  readonly x: readonly X[];
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
};

/** What it says at one place. */
export type CurvePoint<X extends ScalarValue = number> = {
  readonly x: X;
  readonly y: number;
  readonly lower: number;
  readonly upper: number;
};
