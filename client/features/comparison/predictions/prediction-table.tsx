import type { EmulatorAnswer } from "@understudy/shared/api/emulator.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { columnTitle, quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { ComparisonTable } from "../comparison-table.tsx";
import type { ComparedStore } from "./compared-store.ts";
import type { Emulator } from "./emulators.ts";
import classes from "./predictions.module.css";

const FAR_TEXT = "far from its training data";

type Props = { emulators: readonly Emulator[]; outputs: readonly OutputDefinition[]; store: ComparedStore };

/** The scalar outputs at the point, each with its 95% bounds, as every emulator predicts them. */
export function PredictionTable({ emulators, outputs, store }: Props) {
  return (
    <ComparisonTable
      label="Predictions with 95% bounds"
      columns={emulators.map(({ column }) => column)}
      rows={outputs.map((output) => ({
        key: output.name,
        head: columnTitle(displayName(output), shownUnit(output)),
        cells: emulators.map(({ column }) => (
          <Value key={column.id} jobId={column.id} output={output} store={store} />
        )),
      }))}
    />
  );
}

/** A cell follows its own emulator: the answer of one does not draw the others again. */
function Value({ jobId, output, store }: { jobId: number; output: OutputDefinition; store: ComparedStore }) {
  const answer = store.useAnswer(jobId);
  const failure = store.useFailure(jobId);
  const prediction = answer?.outputs[output.name];
  if (failure !== null && prediction === undefined) return failure;
  if (prediction === undefined) return "–";
  const unit = shownUnit(output);
  const shown = (value: number | undefined) =>
    value === undefined ? "–" : quantityText(value / unit.multiplier, unit);
  return (
    <>
      {shown(prediction.values[0])}
      <span className={classes.bounds}>
        {shown(prediction.lower_bounds[0])} to {shown(prediction.upper_bounds[0])}
      </span>
      {isFar(answer) && <span className={classes.far}>{FAR_TEXT}</span>}
    </>
  );
}

const isFar = (answer: EmulatorAnswer | null): boolean =>
  answer?.outside != null && (answer.outside.is_far || answer.outside.inputs.length > 0);
