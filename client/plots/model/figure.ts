import { fullText, nameWithUnit, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { type Digits, writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";

const MAX_TITLE_LENGTH = 48;

/** A title as long as an axis has room for. */
export const shortenTitle = (title: string): string =>
  title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title;

/** A name with its unit, short enough for an axis. */
export const formatAxisTitle = (name: string, unit: string): string => nameWithUnit(shortenTitle(name), unit);

/** A plotted value with its unit, as engineers write it: 51.276 µm. */
export const formatPlotted = (
  value: number | null | undefined,
  unit: string,
  digits: Digits = "fixed",
): string => fullText(value ?? Number.NaN, writtenUnit(unit), digits);

/** Two plotted values, as `1.2000 to 1.4000 µm`. */
export const formatPlottedRange = (low: number, high: number, unit: string): string =>
  rangeText(low, high, writtenUnit(unit), "fixed");
