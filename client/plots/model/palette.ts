/**
 * Colours that stay apart for people with any kind of colour blindness: Okabe and Ito (2008), "Color universal design",
 * lightened for the dark scheme so that each keeps a contrast of at least 3:1 with the paper.
 */
export type Palette = {
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  /** The lines of the axes themselves. */
  readonly axis: string;
  readonly paper: string;
  /** The page itself, for the outline of a text that lies over lines. */
  readonly halo: string;
  /** The emulator's answer. */
  readonly prediction: string;
  readonly band: string;
  /** Rows of the data. */
  readonly actual: string;
  readonly loss: string;
  readonly region: string;
  readonly faint: string;
  /** Areas without training data. */
  readonly outside: string;
  /** Whiskers, drawn over any of the others. */
  readonly whisker: string;
  /** Colours of distinguishable lines, the most important first. */
  readonly series: readonly string[];
};

export const LIGHT_PALETTE: Palette = {
  ink: "#212529",
  muted: "#5c636a",
  grid: "#e9ecef",
  axis: "#bcc5cc",
  paper: "rgba(0,0,0,0)",
  halo: "#ffffff",
  prediction: "#0072b2",
  band: "rgba(0,114,178,0.16)",
  actual: "#d55e00",
  loss: "#8f5b82",
  region: "rgba(0,158,115,0.16)",
  faint: "rgba(0,114,178,0.35)",
  outside: "rgba(105,117,130,0.10)",
  whisker: "#343d46",
  series: ["#0072b2", "#d55e00", "#00795a", "#8f5b82", "#8a6a00", "#5c636a"],
};

export const DARK_PALETTE: Palette = {
  ink: "#dee2e6",
  muted: "#a6adb4",
  grid: "#343a40",
  axis: "#46515d",
  paper: "rgba(0,0,0,0)",
  halo: "#181d23",
  prediction: "#56b4e9",
  band: "rgba(86,180,233,0.20)",
  actual: "#f0904a",
  loss: "#cc99bb",
  region: "rgba(43,196,154,0.20)",
  faint: "rgba(86,180,233,0.40)",
  outside: "rgba(155,168,182,0.10)",
  whisker: "#dee2e6",
  series: ["#56b4e9", "#f0904a", "#2bc49a", "#cc99bb", "#e0c341", "#a6adb4"],
};
