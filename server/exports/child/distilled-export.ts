/** An emulator as a network that is fitted to it, for formats that write number by number. */
import { rangeOf } from "@understudy/engine/dataset/scaling.ts";
import { predictedValues } from "@understudy/engine/exports/assembly/comparison.ts";
import { chosenScales } from "@understudy/engine/exports/distillation/chosen-scales.ts";
import { distilledModel } from "@understudy/engine/exports/distillation/distilled-model.ts";
import type { ExportedModel, ExportedOutput } from "@understudy/engine/exports/exported-model.ts";
import type { ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ModelWithVectors, OpenedEmulator, Report } from "./exact-export.ts";

/** CPU seconds that the networks are fitted for, at most. */
const BUDGET = 120;
/** Of the range of an output: an emulator may be right to rounding, and no small network is. */
const MIN_ERROR_SHARE = 1e-3;

export async function distilledExport(
  opened: OpenedEmulator,
  { wanted_share }: ExportOptions,
  report: Report,
): Promise<ModelWithVectors> {
  const { parts, emulator, names, rows, exact } = opened;
  const { model, vectors } = await distilledModel({
    model: withMinimumErrors(opened),
    predict: (points, count) => predictedValues(emulator, names, points, count),
    rows,
    scales: chosenScales(parts),
    wantedShare: wanted_share,
    curves: "coordinate",
    budget: BUDGET,
    onProgress: ({ share, text }) => report(share, text),
    // Cancelling kills the process.
    signal: new AbortController().signal,
  });
  const comparedPoints = model.fidelity.kind === "distilled" ? model.fidelity.points : 0;
  return { model: withOwnErrors(model, exact), vectors, comparedPoints };
}

/** What the shares are of: the emulator's own errors, or a little of the outputs' ranges where these are larger. */
function withMinimumErrors({ emulator, exact, rows }: OpenedEmulator): ExportedModel {
  const count = rows.length / emulator.inputs.length;
  const outputs = exact.outputs.map((output): ExportedOutput => {
    const { error } = output;
    if (error === null || count === 0) return output;
    const means = emulator.means(rows, count, output.name);
    const { low, high } = rangeOf(means);
    return { ...output, error: Math.max(error, MIN_ERROR_SHARE * (high - low)) };
  });
  return { ...exact, outputs };
}

const withOwnErrors = (model: ExportedModel, { outputs }: ExportedModel): ExportedModel => ({
  ...model,
  outputs: model.outputs.map((output, at) => ({ ...output, error: outputs[at]?.error ?? null })),
});
