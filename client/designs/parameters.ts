/** Sampled parameters in the units of the page. */
import type { SampledParameter, Sampling } from "@understudy/shared/api/sampling.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { fullText } from "@understudy/shared/quantities/quantity-text.ts";
import { NO_UNIT, type ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { CornerChart } from "#plots/figures/corner.ts";
import { inputLook, type Looks } from "./quantities.ts";

export type ShownParameter = SampledParameter & {
  readonly display: string;
  readonly unit: ShownUnit;
};

export const shownParameters = (
  { parameters }: Pick<Sampling, "parameters">,
  looks: Looks | null,
): ShownParameter[] =>
  parameters.map((parameter) => {
    const { display, unit } = inputLook(looks, parameter.name);
    return {
      ...parameter,
      display: parameter.element === null ? display : elementName(display, parameter.element),
      unit: parameter.options === null ? unit : NO_UNIT,
    };
  });

const convertToUnit = (values: readonly number[], { multiplier }: ShownUnit): number[] =>
  values.map((value) => value / multiplier);

/** `4.1 µm`; of an option its text. */
export function valueText(value: number | undefined, { options, unit }: ShownParameter): string {
  if (value === undefined) return "–";
  return options === null ? fullText(value / unit.multiplier, unit) : (options[Math.round(value)] ?? "–");
}

/** @param chosen places of the parameters that are drawn, in their order */
export function createCorner(
  { pairs }: Pick<Sampling, "pairs">,
  parameters: readonly ShownParameter[],
  chosen: readonly number[],
): CornerChart {
  const getUnit = (at: number): ShownUnit => parameters[at]?.unit ?? NO_UNIT;
  return {
    parameters: chosen.flatMap((at) => {
      const parameter = parameters[at];
      if (parameter === undefined) return [];
      const { display, unit, options, spacing, edges, counts, quantiles } = parameter;
      const [low, , median, , high] = convertToUnit(quantiles, unit);
      return [
        {
          name: display,
          unit: unit.text,
          options,
          spacing: spacing === "logarithmic" ? "log" : "linear",
          edges: convertToUnit(edges, unit),
          counts,
          marks: [low ?? 0, median ?? 0, high ?? 0],
        } as const,
      ];
    }),
    pairs: pairs.flatMap(({ first, second, x, y, counts }) => {
      const [column, row] = [chosen.indexOf(first), chosen.indexOf(second)];
      if (column === -1 || row === -1) return [];
      return [
        {
          first: column,
          second: row,
          x: convertToUnit(x, getUnit(first)),
          y: convertToUnit(y, getUnit(second)),
          counts,
        },
      ];
    }),
  };
}
