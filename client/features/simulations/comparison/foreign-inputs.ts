/** Names the inputs of a simulation that lie outside the training data. */
import type { OutsideTraining } from "@understudy/shared/api/emulator.ts";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { TypedValue } from "@understudy/shared/api/simulation.ts";
import { fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { type SimulatedInput, simulatedInputs } from "./question.ts";

/** A variable of the simulation, and what is foreign to the emulator in its value. */
export type ForeignInput = { readonly variable: string; readonly text: string };

type Emulator = {
  readonly config: Pick<JobConfig, "inputs">;
  readonly report: Pick<EmulatorReport, "inputs">;
  readonly outside: OutsideTraining;
};

export function foreignInputs(
  inputs: Readonly<Record<string, TypedValue>>,
  emulator: Emulator,
): ForeignInput[] {
  const values = simulatedInputs(inputs);
  const variables = [...new Set(values.map(({ variable }) => variable))];
  return variables.flatMap((variable) => {
    const columns = values.filter((simulatedInput) => simulatedInput.variable === variable);
    const texts = new Set(columns.flatMap((column) => foreignText(column, emulator) ?? []));
    return texts.size === 0 ? [] : [{ variable, text: [...texts].join(", ") }];
  });
}

/** Null: the emulator was trained on such values. */
function foreignText(
  { column, value }: SimulatedInput,
  { config, report, outside }: Emulator,
): string | null {
  const input = config.inputs.find(({ name }) => name === column);
  const trained = report.inputs.find(({ name }) => name === column);
  if (input === undefined) return "not an input of the emulator";
  const unit = shownUnit(input);
  const shown = (stored: number) => fullText(stored / unit.multiplier, unit, "short");
  const edges = trained?.histogram?.edges ?? [];
  const [low = Number.NaN] = edges;
  const high = edges.at(-1) ?? Number.NaN;
  if (outside.inputs.includes(column) && low < high)
    return `trained on ${rangeText(low / unit.multiplier, high / unit.multiplier, unit)}`;
  if (trained?.levels != null) {
    const trainedLevels = trained.levels.filter(({ count }) => count > 0).map((level) => level.value);
    if (trainedLevels.includes(String(value))) return null;
    return `trained on ${trainedLevels.join(", ")}${trainedLevels.length === 1 ? " only" : ""}`;
  }
  // Constant in the training data: the prediction does not depend on it.
  return low === high && !isSame(low, value) ? `trained on ${shown(low)} only` : null;
}

const MAX_ROUNDING_ERROR = 1e-12;
const isSame = (trainedValue: number, simulatedValue: string | number): boolean =>
  typeof simulatedValue === "number" &&
  Math.abs(trainedValue - simulatedValue) <= MAX_ROUNDING_ERROR * Math.abs(trainedValue);
