/** Accuracies by cross-validation, in the output's own unit, as those on validation rows are told. */
import { gatherRows, rowsWhere, thinRows } from "../../dataset/table.ts";
import { assemble, fallbackOf, toOutput } from "../../models/targets.ts";
import { accuracyOf } from "../accuracy.ts";
import type { PanelOutput } from "./ensemble-data.ts";

/** Values that one accuracy is measured on: rows times components. */
const MOST_VALUES = 50_000;
const FEWEST_ROWS = 100;

/**
 * The coefficient of determination of what was said of an output at rows kept out; null where nothing was.
 * @param targets all that is learnt, one array a target: the output names its own.
 * @param rows indices into what was learnt from.
 * @param errors of each of the output's targets at those rows: what was said less the truth, NaN where nothing was.
 */
export function keptOutAccuracy(
  { model, learnt }: Pick<PanelOutput, "model" | "learnt">,
  targets: readonly Float64Array[],
  rows: Int32Array,
  errors: readonly (Float64Array | undefined)[],
): number | null {
  const { size } = model;
  const isHeard = new Uint8Array(rows.length).fill(1);
  for (const each of errors)
    for (let at = 0; at < isHeard.length; at++) if (!Number.isFinite(each?.[at])) isHeard[at] = 0;
  const heard = rowsWhere(rows.length, (at) => isHeard[at] === 1);
  const places = thinRows(heard, Math.max(FEWEST_ROWS, Math.floor(MOST_VALUES / size)));
  if (places.length === 0) return null;
  const own = places.map((at) => rows[at] ?? 0);
  const said = errors.map((each, k) => {
    const values = gatherRows(targets[model.targets[k] ?? 0] ?? new Float64Array(0), 1, own);
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) + (each?.[places[i] ?? 0] ?? 0);
    return values;
  });
  const inOwnUnit = (value: number, at: number): number => toOutput(model, at % size, value);
  const mean = assemble(model, said, own.length).map(inOwnUnit);
  const truth = gatherRows(learnt, size, own).map(inOwnUnit);
  const prediction = { mean, lower: mean, upper: mean };
  return accuracyOf(truth, prediction, size, fallbackOf(model)).coefficientOfDetermination;
}
