import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { InputRange, SensitivityAnswer, SensitivityIndex } from "@understudy/shared/api/sensitivity.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { fixedPercentText } from "@understudy/shared/number-text.ts";
import { rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { NO_UNIT, type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";

/** The contribution of one input to the variance of an output; names and ranges as shown. */
export type Contribution = {
  /** The position among the emulator's inputs. */
  readonly index: number;
  readonly name: string;
  readonly input: string;
  /** `1 to 2.5 µm`, or the levels. */
  readonly range: string;
  readonly spacing: InputRange["spacing"];
  readonly isUsed: boolean;
  readonly firstOrder: SensitivityIndex;
  readonly total: SensitivityIndex;
};

const SPACING_TEXTS: Readonly<Record<InputRange["spacing"], string>> = {
  linear: "",
  logarithmic: ", uniform in its logarithm",
  other: ", uniform on the scale that it was sampled on",
  levels: "",
};

/** Every input with what it contributes, the largest total first. */
export function listContributions(
  { inputs, output }: SensitivityAnswer,
  config: Pick<JobConfig, "inputs">,
): Contribution[] {
  const contributions = inputs.flatMap((range, index): Contribution[] => {
    const indices = output?.indices[index];
    if (indices === undefined) return [];
    const definition = config.inputs.find(({ name }) => name === range.name);
    const unit = definition === undefined ? NO_UNIT : shownUnit(definition);
    return [
      {
        index,
        name: range.name,
        input: definition === undefined ? range.name : displayName(definition),
        range: variedText(range, unit),
        spacing: range.spacing,
        isUsed: range.is_used,
        firstOrder: indices.first_order,
        total: indices.total,
      },
    ];
  });
  return contributions.sort(
    (a, b) => Number(b.isUsed) - Number(a.isUsed) || b.total.value - a.total.value || a.index - b.index,
  );
}

function variedText({ is_used, spacing, min, max, levels }: InputRange, unit: ShownUnit): string {
  if (!is_used) return "not varied";
  if (levels !== null) return levels.join(", ");
  const shown = (value: number | null) => (value ?? Number.NaN) / unit.multiplier;
  return `${rangeText(shown(min), shown(max), unit)}${SPACING_TEXTS[spacing]}`;
}

export const formatShare = (share: number): string => fixedPercentText(share);
export const formatInterval = ({ lower_bound, upper_bound }: SensitivityIndex): string =>
  `${formatShare(lower_bound)} to ${formatShare(upper_bound)}`;

/** Interactions below this share are not worth a sentence of their own. */
const MIN_MENTIONED_SHARE = 0.02;

/** Summarizes the shares in one sentence. */
export function interactionSentence(contributions: readonly Contribution[]): string {
  const alone = contributions.reduce((sum, { firstOrder }) => sum + firstOrder.value, 0);
  if (1 - alone < MIN_MENTIONED_SHARE)
    return "Almost all of the variance comes from individual inputs: there are hardly any interactions.";
  return `Individual inputs explain ${formatShare(Math.min(1, alone))} of the variance; the rest comes from interactions, where the effect of one input depends on others.`;
}

/** Explains the shares in the plot and the table, and the values that the inputs take. */
export const explanation = (output: OutputDefinition): string =>
  `The share of the variance of ${displayName(output)} that comes from each input, by itself (first order) and with its interactions with others (total), while all inputs vary independently over the ranges of the training data.`;
