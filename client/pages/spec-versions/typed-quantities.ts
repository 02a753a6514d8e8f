/** The text of boxes for numbers with a unit, in the forms of specs and of their jobs. */
import { exactQuantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";

/** The items of a list as typed. A comma or a space stands between two numbers, and a space before a unit. */
export const listItems = (text: string): string[] =>
  text
    .trim()
    .split(/\s*[,;]\s*|\s+(?=[\d.+−-])/)
    .filter((item) => item !== "");

export const listText = (values: readonly number[], unit: string): string =>
  values.map((value) => exactQuantityText(value, unit)).join(", ");

/** A number as a box shows it once it is left: with its unit. What cannot be read stays as typed. */
export const settledText = (text: string, unit: string): string => relabelledText(text, unit, unit);

/** The same for a list of numbers. */
export const settledList = (text: string, unit: string): string => relabelledList(text, unit, unit);

/** The same number in another unit, where a unit was wrong: 20 µm becomes 20 µV. What cannot be read stays as typed. */
export function relabelledText(text: string, unit: string, newUnit: string): string {
  const value = typedNumber(text, { shown: writtenUnit(unit) });
  return value === null ? text : exactQuantityText(value, newUnit);
}

/** The same for a list of numbers. */
export const relabelledList = (text: string, unit: string, newUnit: string): string =>
  listItems(text)
    .map((item) => relabelledText(item, unit, newUnit))
    .join(", ");
