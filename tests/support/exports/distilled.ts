/** A distillation with the model that is written to files. */
import { type DistillationRequest, distil } from "../../../engine/exports/distillation/distil.ts";
import { type Distillation, modelOf } from "../../../engine/exports/distillation/distillation.ts";
import type { ExportedModel } from "../../../engine/exports/exported-model.ts";

export async function distilledModel(
  request: DistillationRequest,
): Promise<{ model: ExportedModel } & Distillation> {
  const distillation = await distil(request);
  return { model: modelOf(request.model, request.wantedShare, distillation), ...distillation };
}
