/** An emulator as a network that is fitted to it, for formats that write number by number. */
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { COMPARED_POINTS, predictedValues } from "@understudy/engine/exports/assembly/comparison.ts";
import { chosenScales } from "@understudy/engine/exports/distillation/chosen-scales.ts";
import { type DistillationRequest, distil } from "@understudy/engine/exports/distillation/distil.ts";
import { type Distillation, modelOf } from "@understudy/engine/exports/distillation/distillation.ts";
import { readDistillation, writeDistillation } from "@understudy/engine/exports/distillation/file.ts";
import { withMinimumErrors } from "@understudy/engine/exports/distillation/minimum-errors.ts";
import type { ExportedModel } from "@understudy/engine/exports/exported-model.ts";
import type { ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ModelWithVectors, OpenedEmulator, Report } from "./exact-export.ts";

/** To be raised where the same request makes other networks. */
const FITS_VERSION = 1;
/** CPU seconds that the networks are fitted for, at most. */
const BUDGET = 120;

/** @param path of the file of the networks: read where it answers the same question, else written. */
export async function distilledExport(
  opened: OpenedEmulator,
  { wanted_share }: ExportOptions,
  path: string,
  report: Report,
): Promise<ModelWithVectors> {
  const { parts, emulator, names, rows, exact } = opened;
  const request = {
    model: withMinimumErrors(exact, emulator, rows),
    rows,
    scales: chosenScales(parts),
    wantedShare: wanted_share,
    budget: BUDGET,
  };
  const fitted = async (): Promise<Distillation> => {
    const found = await distil({
      ...request,
      predict: (points, count) => predictedValues(emulator, names, points, count),
      onProgress: ({ share, text }) => report(share, text),
      // Cancelling kills the process.
      signal: new AbortController().signal,
    });
    // It may be the file of another export as well.
    await rm(path, { force: true });
    await writeFile(path, writeDistillation(digest, found));
    return found;
  };
  const digest = digestOf(opened, request);
  const kept = await readFile(path).catch(() => null);
  const known = kept === null ? null : readDistillation(digest, kept);
  if (known !== null) report(1, "The networks of an earlier export are used again");
  const distillation = known ?? (await fitted());
  const model = withOwnErrors(modelOf(request.model, wanted_share, distillation), exact);
  return { model, vectors: distillation.vectors, comparedPoints: COMPARED_POINTS };
}

type Asked = Pick<DistillationRequest, "model" | "rows" | "wantedShare" | "budget">;

/** Of everything that the networks depend on. */
function digestOf({ bytes, names }: OpenedEmulator, { model, rows, wantedShare, budget }: Asked): string {
  const errors = model.outputs.map(({ error }) => error);
  const chosen = [FITS_VERSION, names, model.hasBounds, errors, wantedShare, budget];
  return createHash("sha256").update(bytes).update(rows).update(JSON.stringify(chosen)).digest("hex");
}

const withOwnErrors = (model: ExportedModel, { outputs }: ExportedModel): ExportedModel => ({
  ...model,
  outputs: model.outputs.map((output, at) => ({ ...output, error: outputs[at]?.error ?? null })),
});
