/** The text of boxes for numbers with a unit, in the forms of specs and of their jobs. */
import { exactText } from "@understudy/shared/number-text.ts";
import { exactQuantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";

/** The items of a list as typed. A comma or a space stands between two numbers, and a space before a unit. */
export const listItems = (text: string): string[] =>
  text
    .trim()
    .split(/\s*[,;]\s*|\s+(?=[\d.+−-])/)
    .filter((item) => item !== "");

/**
 * A number with its unit as the text of a box. Without its unit where the box would not read the same number back: `20 1/cm` is two
 * items of a list.
 */
export function boxQuantity(value: number, unit: string): string {
  const written = exactQuantityText(value, unit);
  const isOneItem = listItems(written).length === 1;
  return isOneItem && typedNumber(written, { shown: writtenUnit(unit) }) === value
    ? written
    : exactText(value);
}

export const listText = (values: readonly number[], unit: string): string =>
  values.map((value) => boxQuantity(value, unit)).join(", ");

/** A number as a box shows it once it is left: with its unit. What cannot be read stays as typed. */
export const settledText = (text: string, unit: string): string => relabelledText(text, unit, unit);

/** The same for a list of numbers. */
export const settledList = (text: string, unit: string): string => relabelledList(text, unit, unit);

/** The same number in another unit, where a unit was wrong: 20 µm becomes 20 µV. What cannot be read stays as typed. */
export function relabelledText(text: string, unit: string, newUnit: string): string {
  const value = typedNumber(text, { shown: writtenUnit(unit) });
  return value === null ? text : boxQuantity(value, newUnit);
}

/** The same for a list of numbers. */
export const relabelledList = (text: string, unit: string, newUnit: string): string =>
  listItems(text)
    .map((item) => relabelledText(item, unit, newUnit))
    .join(", ");
