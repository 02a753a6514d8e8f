import { assert } from "../../harness.ts";

/** Asserts that a number differs from the expected one by at most the tolerance. */
export const isNear = (actual: number | undefined, expected: number, tolerance: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= tolerance, `${actual} instead of ${expected}`);
