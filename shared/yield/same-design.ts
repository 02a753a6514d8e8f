import type { ScalarValue } from "../domain/variable.ts";
import { ownValue } from "../own-value.ts";

/** What distributions lie around, by column; null: the ranges of the job. */
export type DesignAround = Readonly<Record<string, ScalarValue>> | null;

export function isSameDesign(one: DesignAround, other: DesignAround): boolean {
  if (one === null || other === null) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === ownValue(other, name))
  );
}
