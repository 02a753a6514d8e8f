/** Curves that are fields on a grid: their values row by row, so many a row. */

/** Every whole number of columns that fills its rows, two of each at least; rising. */
export function gridColumnChoices(length: number): number[] {
  const choices: number[] = [];
  for (let columns = 2; columns * 2 <= length; columns++) if (length % columns === 0) choices.push(columns);
  return choices;
}

export const isGridColumnCount = (columns: number, length: number): boolean =>
  columns >= 2 && columns * 2 <= length && length % columns === 0;

/** A grid whose longer side is more than this many times the shorter one is hardly a field. */
const MAX_ASPECT = 4;
/** Shorter vectors are curves. */
export const MIN_FIELD_LENGTH = 36;

/**
 * The columns of a vector that is probably a field: of a square, or, where it is a curve over nothing, of the grid that is
 * nearest to one; null: it is hardly a field.
 */
export function suggestedGridColumns(length: number, hasCoordinate: boolean): number | null {
  if (length < MIN_FIELD_LENGTH) return null;
  const side = Math.sqrt(length);
  const columns = gridColumnChoices(length).find((choice) => choice >= side);
  if (columns === undefined) return null;
  if (columns === side) return columns;
  return !hasCoordinate && columns / (length / columns) <= MAX_ASPECT ? columns : null;
}
