/** Titles and units of axes. */
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";

const findColumn = ({ variables, coordinates, outputs }: SpecModel, expression: string) =>
  [...variables, ...coordinates, ...outputs].find(({ name }) => name === expression.trim());

/** The name that people gave and its unit; of an expression its text. */
export function findLabel(manifest: SpecModel, expression: string): string {
  const column = findColumn(manifest, expression);
  if (column === undefined) return expression;
  return column.unit === "" ? column.verbose_name : `${column.verbose_name} (${column.unit})`;
}

/** Empty for an expression. */
export const findUnit = (manifest: SpecModel, expression: string): string =>
  findColumn(manifest, expression)?.unit ?? "";
