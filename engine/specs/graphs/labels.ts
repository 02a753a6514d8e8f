/** Titles and units of axes. */
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";

const columnOf = ({ variables, coordinates, outputs }: SpecModel, expression: string) =>
  [...variables, ...coordinates, ...outputs].find(({ name }) => name === expression.trim());

/** The name that people gave and its unit; of an expression its text. */
export function labelOf(manifest: SpecModel, expression: string): string {
  const column = columnOf(manifest, expression);
  if (column === undefined) return expression;
  return column.unit === "" ? column.verbose_name : `${column.verbose_name} (${column.unit})`;
}

/** Empty for an expression. */
export const unitOf = (manifest: SpecModel, expression: string): string =>
  columnOf(manifest, expression)?.unit ?? "";
