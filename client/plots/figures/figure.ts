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
export function axisTitle(name: string, unit: string): string {
  const short = name.length > MAX_TITLE ? `${name.slice(0, MAX_TITLE - 1)}…` : name;
  return plain(unit === "" ? short : `${short} (${unit})`);
}
