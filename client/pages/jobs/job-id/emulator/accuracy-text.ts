import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";

/** Beside a plot of a vector output; nothing until the accuracy is known. */
export const accuracyNote = (accuracy: number | null, what: "curve" | "field"): string =>
  accuracy === null ? "" : `Prediction accuracy ${formatAccuracy(accuracy)} over the whole ${what}`;
