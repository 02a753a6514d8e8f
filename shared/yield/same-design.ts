import type { ScalarValue } from "../domain/variable.ts";
import { ownValue } from "../own-value.ts";

/** The design that distributions lie around, by column; null: the ranges of the job. */
export type DesignAround = Readonly<Record<string, ScalarValue>> | null;

export function isSameDesign(first: DesignAround, second: DesignAround): boolean {
  if (first === null || second === null) return first === second;
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    names.every((name) => first[name] === ownValue(second, name))
  );
}
