/** An emulator as equations for formats that write number by number: its own, or those of networks that are fitted to it. */

import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { predictedMeans, predictedValues } from "@understudy/engine/exports/assembly/comparison.ts";
import { chosenScales } from "@understudy/engine/exports/distillation/chosen-scales.ts";
import { distil } from "@understudy/engine/exports/distillation/distil.ts";
import {
  type CircuitEquations,
  type Distillation,
  describeDistilledModel,
} from "@understudy/engine/exports/distillation/distillation.ts";
import { readEquations, writeEquations } from "@understudy/engine/exports/distillation/file.ts";
import { withMinimumErrors } from "@understudy/engine/exports/distillation/minimum-errors.ts";
import type { FitLimits } from "@understudy/engine/exports/distillation/pace.ts";
import { ownEquations } from "@understudy/engine/exports/equations/own-equations.ts";
import { makeSignature } from "@understudy/engine/exports/equations/signature.ts";
import { countTerms } from "@understudy/engine/exports/equations/terms.ts";
import { dropBounds, type ExportedModel } from "@understudy/engine/exports/exported-model.ts";
import { type Program, pruned } from "@understudy/engine/exports/program.ts";
import type { ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { exactExport, type ModelWithVectors, type OpenedEmulator } from "./exact-export.ts";
import type { ExportSteps } from "./export-steps.ts";

/** To be raised where the same request makes other equations. */
const FITS_VERSION = 2;

interface CircuitOrder {
  format: ExportFormat;
  options: ExportOptions;
  /** The file of the equations is read from here where it answers the same question, else written. */
  path: string;
  fits: FitLimits;
}

/** @throws UserError where the emulator's own equations are asked for and are too long */
export async function circuitExport(
  opened: OpenedEmulator,
  order: CircuitOrder,
  steps: ExportSteps,
): Promise<ModelWithVectors> {
  const { exact } = opened;
  const choice = chooseEquations(exact, order);
  const ownProgram = ownWithinLimit(choice === "own" ? exact : meansAlone(exact));
  const hasCurve = exact.outputs.some(({ curve }) => curve !== null);
  if (choice === "own" && ownProgram !== null && !hasCurve)
    return await exactExport({ ...opened, exact: { ...exact, program: ownProgram } }, steps);
  const fits = choice === "own" ? null : order.fits;
  steps.plan(
    fits === null ? ["read", "predict", "compare", "write"] : ["read", "predict", "fit", "compare", "write"],
  );
  const request = toRequest(opened, order.options, ownProgram);
  const equations = await keptOrMade(opened, { ...order, fits }, request, steps);
  const isOwnAllowed = choice === "own" || (choice === "automatic" && order.format === "verilog-a");
  const distillation = (isOwnAllowed ? equations.withOwnEquations : null) ?? equations.networks;
  if (distillation === null) throw new Error("Neither the own equations nor networks were made.");
  return withDifferences(opened, request, distillation);
}

/** @throws UserError */
function chooseEquations(
  { program }: ExportedModel,
  { format, options: { equations } }: CircuitOrder,
): ExportOptions["equations"] {
  const terms = countTerms(program.instructions);
  if (equations === "automatic") return terms <= EXPORT_LIMITS.shortTerms ? "own" : equations;
  if (equations === "network") return equations;
  const most = format === "verilog-a" ? EXPORT_LIMITS.ownTerms : EXPORT_LIMITS.shortTerms;
  if (terms <= most) return equations;
  const [needed, allowed] = [terms, most].map(countText);
  throw new UserError(
    `The emulator's own equations have ${needed} terms, and simulators take ${allowed} at most in this format. ` +
      "Leave out the bounds, choose fewer outputs, or choose a network.",
  );
}

const meansAlone = (exact: ExportedModel): ExportedModel => ({
  ...exact,
  program: pruned({ ...exact.program, results: exact.program.results.map(dropBounds) }),
});

/** Null where no output's can be short enough. */
const ownWithinLimit = (model: ExportedModel): Program | null =>
  countTerms(model.program.instructions) <= model.outputs.length * EXPORT_LIMITS.ownTerms
    ? ownEquations(model, makeSignature(model))
    : null;

type Request = ReturnType<typeof toRequest>;

const toRequest = (
  { parts, emulator, rows, exact }: OpenedEmulator,
  { wanted_share }: ExportOptions,
  ownProgram: Program | null,
) => ({
  model: withMinimumErrors(exact, emulator, rows),
  rows,
  scales: chosenScales(parts),
  wantedShare: wanted_share,
  ownProgram,
});

async function keptOrMade(
  opened: OpenedEmulator,
  { path, fits }: { path: string; fits: FitLimits | null },
  request: Request,
  steps: ExportSteps,
): Promise<CircuitEquations> {
  const { emulator, names, exact } = opened;
  // The bounds of many models take most of the time.
  const predict = exact.hasBounds ? predictedValues : predictedMeans;
  const digest = hashEquations(opened, request, fits !== null);
  const bytes = await readFile(path).catch(() => null);
  const stored = bytes === null ? null : readEquations(digest, bytes);
  if (stored !== null) {
    steps.begin("compare", "The equations of an earlier export are used again");
    return stored;
  }
  const made = await distil({
    ...request,
    fits,
    predict: (points, count) => predict(emulator, names, points, count),
    onProgress: ({ stage, ...work }) => steps.report(stage, work),
    // Cancelling kills the process.
    signal: new AbortController().signal,
  });
  // It may be the file of another export as well.
  await rm(path, { force: true });
  await writeFile(path, writeEquations(digest, made));
  return made;
}

/** Hashes everything that the equations depend on. */
function hashEquations(
  { bytes, names }: OpenedEmulator,
  { model, rows, wantedShare, ownProgram }: Request,
  hasNetworks: boolean,
): string {
  const errors = model.outputs.map(({ error }) => error);
  const chosen = [
    FITS_VERSION,
    names,
    model.hasBounds,
    errors,
    wantedShare,
    hasNetworks,
    ownProgram !== null,
  ];
  return createHash("sha256").update(bytes).update(rows).update(JSON.stringify(chosen)).digest("hex");
}

function withDifferences(
  { exact }: OpenedEmulator,
  { model, wantedShare }: Request,
  distillation: Distillation,
): ModelWithVectors {
  const made = describeDistilledModel(model, wantedShare, distillation);
  return {
    model: withOwnErrors(made, exact),
    vectors: distillation.vectors,
    comparedPoints: distillation.comparedPoints,
    differences: distillation.accuracies,
  };
}

const withOwnErrors = (model: ExportedModel, { outputs }: ExportedModel): ExportedModel => ({
  ...model,
  outputs: model.outputs.map((output, at) => ({ ...output, error: outputs[at]?.error ?? null })),
});
