import { fullText, nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { parseUnit } from "@understudy/shared/quantities/unit.ts";
import type { Layout, PlotData } from "plotly.js";

export type Trace = Partial<PlotData>;

/** Points that can be walked through with the arrow keys: each has a sentence that is read out. */
export type Readout = {
  /** Index of the trace in `data`. */
  readonly trace: number;
  readonly count: number;
  readonly describe: (point: number) => string;
};

/** What plotly draws, and a text alternative for screen readers. */
export type Figure = {
  readonly data: Trace[];
  readonly layout: Partial<Layout>;
  readonly summary: string;
  readonly readout: Readout | null;
};

/** Names of columns may hold `<b>` or `&`, which plotly would take for markup. */
export const plain = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const MAX_TITLE = 48;

/** A name with its unit, short enough for an axis. */
export function titleOf(name: string, unit: string): string {
  const short = name.length > MAX_TITLE ? `${name.slice(0, MAX_TITLE - 1)}…` : name;
  return nameWithUnit(short, unit);
}

/** The same for plotly. */
export const axisTitle = (name: string, unit: string): string => plain(titleOf(name, unit));

/** A plotted value with its unit, as engineers write it: 51.276 µm. */
export const say = (value: number | null | undefined, unit: string): string =>
  fullText(value ?? Number.NaN, writtenUnit(unit));

/** Whether numbers in this unit may have a prefix of their own: 10k of Hz, not of kHz or dB. */
export const takesPrefix = (unit: string): boolean => {
  const { prefix, power } = parseUnit(unit);
  return prefix === 0 && power === 1;
};

/** The part of a tooltip that says a point's place on an axis, with its unit. */
export function hoverNumber(letter: "x" | "y", unit: string): string {
  if (unit === "") return `%{${letter}}`;
  return takesPrefix(unit) ? `%{${letter}:.5~s}${plain(unit)}` : `%{${letter}} ${plain(unit)}`;
}
