/** The distributions that a page begins with. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { Distribution, Distributions } from "@understudy/shared/domain/distribution.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { Looks } from "../quantities.ts";

/**
 * The first standard deviation, in percent of the range of an input: a careful process holds a dimension this well.
 */
export const INITIAL_SPREAD_PERCENT = 1;

/**
 * Normal around a design, the standard deviation a share of each range in percent. Choices and whole numbers, as of fingers, are
 * built as they are designed.
 */
export function distributionsAround(design: InputPoint, { inputs }: Looks, percent: number): Distributions {
  return Object.fromEntries(
    inputs.flatMap(({ name, type, is_integer, min, max, fixed }): [string, Distribution][] => {
      const value = ownValue(design, name);
      if (value === undefined || fixed) return [];
      const isNumber = typeof value === "number" && type === "Scalar" && min !== null && max !== null;
      if (!isNumber || is_integer || !(max > min) || percent === 0) return [[name, { kind: "fixed", value }]];
      return [[name, { kind: "normal", mean: value, standard_deviation: (percent / 100) * (max - min) }]];
    }),
  );
}
