/** Values of a design, as they are read and as they are put into an address. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { PredictedDesign } from "@understudy/shared/api/optimization.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { formatValue, fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import type { ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { extent } from "#plots/model/ranges.ts";
import { findDisplay, type NamedColumn } from "./values.ts";

export type Looks = Pick<JobConfig, "inputs" | "outputs">;
export type InputLooks = { readonly inputs: readonly NamedColumn[] };
export type DesignValue = PredictedDesign["inputs"][string];
export type Estimate = {
  readonly mean: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
};

/**
 * Outputs with the range of the means where none is known yet, so that their units get a fitting prefix.
 */
export const withRanges = (looks: Looks, designs: readonly PredictedDesign[]): Looks => ({
  ...looks,
  outputs: looks.outputs.map((output) => {
    if (output.min !== null && output.max !== null) return output;
    const means = designs.flatMap(({ outputs }) => outputs[output.name]?.mean ?? []);
    const [min, max] = extent(means) ?? [null, null];
    return { ...output, min, max };
  }),
});

/** A variable or an output with its unit, as the pages show it. */
export const inputLook = (looks: InputLooks | null, name: string) => findDisplay(looks?.inputs ?? [], name);
export const outputLook = (looks: Looks | null, name: string) => findDisplay(looks?.outputs ?? [], name);

const shownText = (value: number, unit: ShownUnit): string => fullText(value / unit.multiplier, unit);

/** `51.28 µm`; the elements of a Vector one after another. */
export function designValueText(value: DesignValue, unit: ShownUnit): string {
  if (typeof value === "string") return value;
  return typeof value === "number"
    ? shownText(value, unit)
    : value.map((number) => shownText(number, unit)).join(", ");
}

/** The mean of an estimate with its unit; a dash where there is none. */
export const meanText = ({ mean }: Estimate, unit: ShownUnit): string =>
  mean === null ? "–" : shownText(mean, unit);

/** `4.9000 to 5.3000 V`; "" where a bound is not known. */
export function boundsText({ lower, upper }: Omit<Estimate, "mean">, unit: ShownUnit): string {
  if (lower === null || upper === null) return "";
  return rangeText(lower / unit.multiplier, upper / unit.multiplier, unit, "fixed");
}

export const scoreText = (score: number | null): string => (score === null ? "–" : formatValue(score));

/** The columns of an emulator: each element of a Vector is one. */
export const expandColumns = (inputs: Readonly<Record<string, DesignValue>>): InputPoint =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]): [string, number | string][] =>
      typeof value === "object"
        ? value.map((number, element) => [elementName(name, element), number])
        : [[name, value]],
    ),
  );
