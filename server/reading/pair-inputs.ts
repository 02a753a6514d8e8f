/** Collects the training rows of a job over pairs of its inputs. */

import { createReadStream } from "node:fs";
import { isOverDecades } from "@understudy/engine/dataset/decades.ts";
import { readExtraData } from "@understudy/engine/dataset/extra-data.ts";
import { findRelation } from "@understudy/engine/dataset/find-relation.ts";
import type { Dataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { type AxisColumn, axisBins, countIn } from "@understudy/engine/specs/graphs/axis-bins.ts";
import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import { createProblems } from "@understudy/shared/csv/problems.ts";
import type { InputRelation } from "@understudy/shared/domain/data-note.ts";
import type { InputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
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

/** More of them do not help under a form field. */
const MAX_SHOWN_PROBLEMS = 10;
/** The part of a file that is checked while somebody waits; the run, which reads the whole file, checks the rest. */
const CHECKED_BYTES = 32 * 1024 * 1024;

/** Rows in which a relation between inputs is looked for. */
const RELATION_ROWS = 4_000;

/** Ends a reading early. */
class Enough extends Error {}

export async function checkExtraData({
  path,
  name,
  size,
  manifest,
  variables,
}: WorkRequest<"checkExtraData">): Promise<WorkAnswer<"checkExtraData">> {
  const problems = createProblems();
  const problemList = problems.of("Extra Data", name);
  const grids = new Map(manifest.coordinates.map(({ name, grid }) => [name, gridValues(grid)]));
  const chunks = createReadStream(path);
  const file = { name, size, chunks: readBeginning(chunks) };
  const config = configOfSpec(manifest, variables);
  const rows: ScalarValue[][] = [];
  const keepRow = (inputs: readonly ScalarValue[]): undefined => {
    if (rows.length < RELATION_ROWS) rows.push([...inputs]);
  };
  try {
    await readExtraData(file, config, grids, problemList, keepRow);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  } finally {
    chunks.destroy();
  }
  const lines = Object.values(problems.report()).flat();
  const shown =
    lines.length <= MAX_SHOWN_PROBLEMS
      ? lines
      : [...lines.slice(0, MAX_SHOWN_PROBLEMS), `and ${problems.count - MAX_SHOWN_PROBLEMS} more`];
  return { problems: shown, relation: findRelationOfRows(config.inputs, rows) };
}

/** A relation between the numeric inputs that vary over the rows. */
function findRelationOfRows(
  inputs: readonly InputDefinition[],
  rows: readonly (readonly ScalarValue[])[],
): InputRelation | null {
  const columns = inputs.flatMap(({ name, values }, at) => {
    if (values !== null) return [];
    const column = Float64Array.from(rows, (row) => Number(row[at]));
    return column.some((value) => value !== column[0]) ? [{ name, values: column }] : [];
  });
  return findRelation(columns);
}

async function* readBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes >= CHECKED_BYTES) throw new Enough();
    bytes += chunk.length;
    yield chunk;
  }
}
