/** Networks that are fitted to the emulator of a set. */
import { collectPoints } from "../../engine/dataset/table.ts";
import { chosenScales } from "../../engine/exports/distillation/chosen-scales.ts";
import { withMinimumErrors } from "../../engine/exports/distillation/minimum-errors.ts";
import type { ExportedModel } from "../../engine/exports/exported-model.ts";
import { lowerToProgram } from "../../engine/exports/lowering/program-of.ts";
import type { Program } from "../../engine/exports/program.ts";
import { readEmulatorFile } from "../../engine/models/ensemble/file.ts";
import { distilledModel } from "../support/exports/distilled.ts";
import { createPredictor, emulatorModel } from "../support/exports/emulator-model.ts";
import type { BenchSet } from "./data/sets.ts";
import { options } from "./options.ts";
import { predictUnseen, trainOn } from "./ours.ts";

/** The error that is allowed to the networks, as a share of the emulator's own error. */
export const WANTED_SHARE = 0.1;
const TIME_BUDGET_S = options.time ?? 60;

/** With bounds; `exact` is the emulator's own program, `seconds` the CPU seconds of the distillation. */
export async function distilledFrom(
  set: BenchSet,
): Promise<{ model: ExportedModel; exact: Program; seconds: number }> {
  const split = await set.split(1);
  const { emulator } = await trainOn(split);
  const parts = readEmulatorFile(emulator.serialise());
  const errors = predictUnseen(emulator, split).map(({ truth, mean }) =>
    Math.sqrt(mean.reduce((sum, value, at) => sum + (value - (truth[at] ?? 0)) ** 2 / mean.length, 0)),
  );
  const exact = lowerToProgram(parts, { withBounds: true });
  const before = process.cpuUsage();
  const rows = collectPoints(split.training);
  const { model } = await distilledModel({
    model: withMinimumErrors(emulatorModel(emulator, errors, exact), emulator, rows),
    predict: createPredictor(emulator),
    rows,
    scales: chosenScales(parts),
    wantedShare: WANTED_SHARE,
    ownProgram: null,
    fits: { cpuSeconds: TIME_BUDGET_S, deadline: () => Number.POSITIVE_INFINITY },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const { user, system } = process.cpuUsage(before);
  return { model, exact, seconds: (user + system) / 1e6 };
}
