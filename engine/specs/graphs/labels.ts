/** Titles of axes. */
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";

/** The name that people gave and its unit; of an expression its text. */
export function labelOf({ variables, coordinates, outputs }: SpecModel, expression: string): string {
  const named = [...variables, ...coordinates, ...outputs].find(({ name }) => name === expression.trim());
  if (named === undefined) return expression;
  return named.unit === "" ? named.verbose_name : `${named.verbose_name} (${named.unit})`;
}
