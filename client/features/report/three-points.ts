/** The points of the report: the low end, the middle and the high end of the input that matters most. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SensitivityAnswer } from "@understudy/shared/api/sensitivity.ts";
import type { InputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import { fullText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { createParameters, type Parameter, startPoint } from "#predictions/parameters.ts";

export type ReportPoint = {
  /** The label, such as `Low: 0.5 V`, or `Default design`. */
  readonly label: string;
  readonly point: InputPoint;
};

/** The input with the largest total share of an output's variance; null where none has any. */
export function findMostImportantInput({ inputs, output }: SensitivityAnswer): string | null {
  let best: { name: string; share: number } | null = null;
  for (const [at, { name, is_used }] of inputs.entries()) {
    const share = output?.indices[at]?.total.value ?? 0;
    if (is_used && share > (best?.share ?? 0)) best = { name, share };
  }
  return best?.name ?? null;
}

const PLACE_NAMES = ["Low", "Middle", "High"] as const;

function pickValues(parameter: Parameter): readonly ScalarValue[] {
  if (parameter.kind === "slider") {
    const middle = (parameter.min + parameter.max) / 2;
    return [parameter.min, parameter.isInteger ? Math.round(middle) : middle, parameter.max];
  }
  const { values } = parameter;
  const places = [0, Math.floor((values.length - 1) / 2), values.length - 1];
  return [...new Set(places)].flatMap((place) => values[place] ?? []);
}

/**
 * Three points along an input, all other inputs as in the default design; the default design alone where there is no such input.
 * An input with two levels has two.
 */
export function pointsAlong(config: Pick<JobConfig, "inputs">, input: string | null): ReportPoint[] {
  const parameters = createParameters(config);
  const start = startPoint(parameters);
  const parameter = parameters.find(({ name }) => name === input);
  const definition = config.inputs.find(({ name }) => name === input);
  if (parameter === undefined || definition === undefined) return [{ label: "Default design", point: start }];
  const values = pickValues(parameter);
  const names = values.length === PLACE_NAMES.length ? PLACE_NAMES : [PLACE_NAMES[0], PLACE_NAMES[2]];
  return values.map((value, at) => ({
    label: `${names[at]}: ${valueText(definition, value)}`,
    point: { ...start, [parameter.name]: value },
  }));
}

function valueText(input: InputDefinition, value: ScalarValue): string {
  const unit = shownUnit(input);
  return typeof value === "number" ? fullText(value / unit.multiplier, unit, "short") : value;
}
