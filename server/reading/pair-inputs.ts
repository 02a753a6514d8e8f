/** Collects the training rows of a job over pairs of its inputs. */
import { isOverDecades } from "@understudy/engine/dataset/decades.ts";
import type { Dataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { type AxisColumn, axisBins, countIn } from "@understudy/engine/specs/graphs/axis-bins.ts";
import { withDataset } from "../files/with-dataset.ts";
import { spread } from "../presenters/decimate.ts";
import type { WorkAnswer, WorkRequest } from "./tasks.ts";

/** Read at most: inputs of all rows together. */
const MAX_VALUES = 4_000_000;
/** More points than these lie on top of each other. */
const MAX_DRAWN = 1_000;

export const pairInputs = ({
  workDir,
  inputs,
}: WorkRequest<"pairInputs">): Promise<WorkAnswer<"pairInputs">> =>
  withDataset(workDir, async (dataset) => {
    const { meta } = dataset;
    const places = inputs.map((name) => meta.inputs.findIndex((input) => input.name === name));
    if (places.includes(-1)) return null;
    const total = dataset.size("training");
    const counted = spread(0, total, Math.min(total, Math.floor(MAX_VALUES / meta.inputs.length)));
    const read = await inputsAt(dataset, counted);
    const drawn = spread(0, counted.length, MAX_DRAWN);
    return {
      total,
      counted: counted.length,
      rows: drawn.map((at) => counted[at] ?? 0),
      parameters: places.map((place) => presentInput(dataset, read, place, drawn)),
    };
  });

async function inputsAt(dataset: Dataset, rows: readonly number[]): Promise<Float64Array> {
  const numbers = await dataset.rowNumbers("training", 0, dataset.size("training"));
  const { inputs } = await dataset.readRows(Uint32Array.from(rows, (at) => numbers[at] ?? 0));
  return inputs;
}

function presentInput({ meta }: Dataset, read: Float64Array, place: number, drawn: readonly number[]) {
  const width = meta.inputs.length;
  const input = meta.inputs[place];
  const values = Float64Array.from(
    { length: read.length / width },
    (_, row) => read[row * width + place] ?? 0,
  );
  const isLog = input?.kind !== "categorical" && isOverDecades(values) && values.every((value) => value > 0);
  const column: AxisColumn = {
    values,
    levels: input?.kind === "categorical" ? input.levels : null,
    spacing: isLog ? "log" : "linear",
  };
  const bins = axisBins(column);
  return {
    name: input?.name ?? "",
    options: column.levels === null ? null : [...column.levels],
    spacing: column.spacing,
    edges: [...bins.edges],
    counts: countIn(column, bins),
    values: drawn.map((row) => column.values[row] ?? 0),
  };
}
