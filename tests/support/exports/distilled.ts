/** A distillation with the model that is written to files. */
import { type DistillationRequest, distil } from "../../../engine/exports/distillation/distil.ts";
import {
  type CircuitEquations,
  type Distillation,
  describeDistilledModel,
} from "../../../engine/exports/distillation/distillation.ts";
import type { ExportedModel } from "../../../engine/exports/exported-model.ts";

/** Distils an emulator into networks, or into equations of another kind. */
export async function distilledModel(
  request: DistillationRequest,
  kind: keyof CircuitEquations = "networks",
): Promise<{ model: ExportedModel } & Distillation> {
  const distillation = (await distil(request))[kind];
  if (distillation === null) throw new Error(`There are no ${kind}.`);
  return { model: describeDistilledModel(request.model, request.wantedShare, distillation), ...distillation };
}
