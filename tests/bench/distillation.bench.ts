/**
 * Networks that are fitted to real emulators: how large, how near and how long. `--only` chooses sets, `--time` the CPU seconds of each
 * training and of each distillation (60 by default).
 */

import { countTerms } from "../../engine/exports/equations/terms.ts";
import { bench, type Row } from "./bench.ts";
import { opAmpCurves } from "./data/op-amp.ts";
import { type BenchSet, benchSets, homeNote } from "./data/sets.ts";
import { distilledFrom, WANTED_SHARE } from "./distilled-sets.ts";
import { isWanted, options } from "./options.ts";

const SET_NAMES = ["engineering1", "cardiac6", "ingaas_idvg", "piston"];

async function rowsFor(set: BenchSet): Promise<Row[]> {
  const { model, exact, seconds } = await distilledFrom(set);
  const { fidelity } = model;
  if (fidelity.kind !== "distilled") throw new Error("The model is an exact one.");
  return model.outputs.map(({ name, error, largestDifference }, at) => ({
    set: set.name,
    output: name,
    "share of the error": fidelity.shares[at] ?? null,
    "largest, in errors": largestDifference / (error ?? Number.NaN),
    "bounds, share of the range":
      (fidelity.differences[at]?.bounds ?? Number.NaN) / (fidelity.differences[at]?.range ?? 0),
    "hidden units": fidelity.hidden.join(" + "),
    terms: countTerms(model.program.instructions),
    "terms of the emulator": countTerms(exact.instructions),
    "CPU s": seconds,
  }));
}

bench(`Networks fitted to emulators; wanted: a share of ${WANTED_SHARE}${homeNote}`, async () => {
  const sets = [...benchSets().filter(({ name }) => SET_NAMES.includes(name)), opAmpCurves];
  const rows: Row[] = [];
  for (const set of sets.filter(({ name }) => isWanted(options.only, name)))
    rows.push(...(await rowsFor(set)));
  return rows;
});
