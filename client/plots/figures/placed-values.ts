import { extent, type Range } from "../model/ranges.ts";

/** The values of a column as places on an axis. */
export type PlacedValues = {
  /** One for each value; null: it has none. */
  readonly places: readonly (number | null)[];
  /** null: there are no values. */
  readonly range: Range | null;
  /** Names of the whole numbers from 0; null: the places are the numbers themselves. */
  readonly options: readonly string[] | null;
};

const OPTION_PADDING = 0.5;

/** Texts are placed at whole numbers, in the order in which they come. */
export function placeValues(values: readonly (number | string | null)[]): PlacedValues {
  const options = [...new Set(values.filter((value) => typeof value === "string"))];
  if (options.length > 0)
    return {
      options,
      range: [-OPTION_PADDING, options.length - OPTION_PADDING],
      places: values.map((value) => (typeof value === "string" ? options.indexOf(value) : null)),
    };
  const places = values.map((value) => (typeof value === "number" ? value : null));
  return { options: null, range: extent(places.flatMap((value) => value ?? [])), places };
}
