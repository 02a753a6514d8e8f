/** Texts about figures and plots on the logarithmic scale. */
import type { OutputTrust } from "../api/emulator-report.ts";
import { counted } from "../counted.ts";
import { formatAccuracy } from "../quantities/accuracy-text.ts";

/** `3 rows are left out: their values are not above 0, and have no logarithm.` @param noun what is counted, of one */
export const leftOutText = (count: number, noun: "row" | "value"): string =>
  noun === "row"
    ? `${counted(count, "row")} ${count === 1 ? "is left out: its value is" : "are left out: their values are"} not above 0, and ${count === 1 ? "has" : "have"} no logarithm.`
    : `${counted(count, "value")} ${count === 1 ? "is left out: it is" : "are left out: they are"} not above 0, and ${count === 1 ? "has" : "have"} no logarithm.`;

type LogAccuracy = NonNullable<OutputTrust["log_accuracy"]>;

/** `97.2% on the log scale`. */
export const logAccuracyText = ({ coefficient_of_determination }: LogAccuracy): string =>
  `${formatAccuracy(coefficient_of_determination)} on the log scale`;

/** A sentence about the values that the figure leaves out; "" where it leaves out none. */
export const logAccuracyNote = ({ left_out }: LogAccuracy): string =>
  left_out === 0
    ? ""
    : `On the log scale ${counted(left_out, "validation value")} ${left_out === 1 ? "is" : "are"} left out: ${left_out === 1 ? "it or its prediction is" : "they or their predictions are"} not above 0.`;
