/**
 * Networks that are fitted to real emulators: how large, how near and how long. `--only` chooses sets, `--time` the CPU seconds of each
 * training and of each distillation (60 by default).
 */

import { pointsOf } from "../../engine/dataset/table.ts";
import { chosenScales } from "../../engine/exports/distillation/chosen-scales.ts";
import { withMinimumErrors } from "../../engine/exports/distillation/minimum-errors.ts";
import { termsOf } from "../../engine/exports/distillation/needs-distillation.ts";
import { programOf } from "../../engine/exports/lowering/program-of.ts";
import { readEmulatorFile } from "../../engine/models/ensemble/file.ts";
import { distilledModel } from "../support/exports/distilled.ts";
import { emulatorModel, predictorOf } from "../support/exports/emulator-model.ts";
import { bench, type Row } from "./bench.ts";
import { opAmpCurves } from "./data/op-amp.ts";
import { type BenchSet, benchSets, homeNote } from "./data/sets.ts";
import { isWanted, options } from "./options.ts";
import { predictUnseen, trainOn } from "./ours.ts";

const SETS = ["engineering1", "cardiac6", "ingaas_idvg", "piston"];
const WANTED_SHARE = 0.1;
const BUDGET = options.time ?? 60;

async function rowsFor(set: BenchSet): Promise<Row[]> {
  const split = await set.split(1);
  const { emulator } = await trainOn(split);
  const parts = readEmulatorFile(emulator.serialise());
  const errors = predictUnseen(emulator, split).map(({ truth, mean }) =>
    Math.sqrt(mean.reduce((sum, value, at) => sum + (value - (truth[at] ?? 0)) ** 2 / mean.length, 0)),
  );
  const exact = programOf(parts, { withBounds: true });
  const before = process.cpuUsage();
  const rows = pointsOf(split.seen);
  const { model } = await distilledModel({
    model: withMinimumErrors(emulatorModel(emulator, errors, exact), emulator, rows),
    predict: predictorOf(emulator),
    rows,
    scales: chosenScales(parts),
    wantedShare: WANTED_SHARE,
    budget: BUDGET,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const { user, system } = process.cpuUsage(before);
  const { fidelity } = model;
  if (fidelity.kind !== "distilled") throw new Error("The model is an exact one.");
  return model.outputs.map(({ name, error, largestDifference }, at) => ({
    set: set.name,
    output: name,
    "share of the error": fidelity.shares[at] ?? null,
    "largest, in errors": largestDifference / (error ?? Number.NaN),
    "bounds, share": fidelity.bounds?.[at] ?? null,
    "hidden units": fidelity.hidden.join(" + "),
    terms: termsOf(model.program.instructions),
    "terms of the emulator": termsOf(exact.instructions),
    "CPU s": (user + system) / 1e6,
  }));
}

bench(`Networks fitted to emulators; wanted: a share of ${WANTED_SHARE}${homeNote}`, async () => {
  const sets = [...benchSets().filter(({ name }) => SETS.includes(name)), opAmpCurves];
  const rows: Row[] = [];
  for (const set of sets.filter(({ name }) => isWanted(options.only, name)))
    rows.push(...(await rowsFor(set)));
  return rows;
});
