/** Loads what one training needs of a dataset into typed columns. */
import { join } from "node:path";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { InputDefinition } from "@understudy/shared/domain/variable.ts";
import type { DatasetMeta, InputMeta } from "../dataset-meta.ts";
import { type GroupingColumn, groupRows } from "../row-groups/detect-grouping.ts";
import type { InputColumn, OutputColumn, Table } from "../table.ts";
import { datasetFolder, openDataset } from "./dataset.ts";
import { readRowFile } from "./row-file.ts";

export type TrainingTable = {
  readonly table: Table;
  readonly validationRows: Uint32Array;
  /** The number of each row's group; null where every row counts by itself. */
  readonly groups: Int32Array | null;
};

/** All inputs, with numbers that were made discrete as categories; the emulated outputs and their coordinates. */
export async function loadTrainingTable(workDir: string, config: JobConfig): Promise<TrainingTable> {
  const dataset = await openDataset(workDir);
  try {
    const { meta } = dataset;
    const validationRows = await dataset.rowNumbers("validation", 0, meta.split.validation);
    const inputs = await loadInputs(workDir, meta, config.inputs);
    const outputs = await loadOutputs(workDir, meta, neededOutputs(config));
    return { table: { rows: meta.rows, inputs, outputs }, validationRows, groups: readGroups(meta, inputs) };
  } finally {
    await dataset.close();
  }
}

function readGroups({ grouping, rows }: DatasetMeta, inputs: readonly InputColumn[]): Int32Array | null {
  const columns = grouping?.groups?.columns;
  if (columns === undefined) return null;
  const shared = inputs
    .filter(({ name }) => columns.includes(name))
    .map(
      (input): GroupingColumn =>
        input.kind === "continuous"
          ? { kind: "numeric", values: input.values }
          : { kind: "categorical", values: Float64Array.from(input.codes) },
    );
  return groupRows(shared, rows);
}

function neededOutputs({ outputs, emulator_outputs }: JobConfig): Set<string> {
  const emulated = outputs.filter(({ name }) => emulator_outputs.includes(name));
  const coordinates = emulated.flatMap(({ coordinate_name }) => coordinate_name ?? []);
  return new Set([...emulator_outputs, ...coordinates]);
}

type Filling = { readonly column: InputColumn; put(row: number, value: number): void };

async function loadInputs(
  workDir: string,
  meta: DatasetMeta,
  definitions: readonly InputDefinition[],
): Promise<InputColumn[]> {
  const fillings = meta.inputs.map((input) =>
    filling(
      input,
      meta.rows,
      definitions.find(({ name }) => name === input.name),
    ),
  );
  let row = 0;
  const path = join(datasetFolder(workDir), "inputs.f64");
  for await (const values of readRowFile(path, meta.inputs.length, meta.rows)) {
    fillings.forEach(({ put }, i) => {
      put(row, values[i]);
    });
    row++;
  }
  return fillings.map(({ column }) => column);
}

function filling(input: InputMeta, rows: number, definition: InputDefinition | undefined): Filling {
  const { name } = input;
  const isDiscrete = definition?.type === "MultiSelect" || definition?.type === "Select";
  if (input.kind === "numeric" && !isDiscrete) {
    const values = new Float64Array(rows);
    return {
      column: { kind: "continuous", name, values },
      put: (row, value) => {
        values[row] = value;
      },
    };
  }
  const codes = new Int32Array(rows);
  const levels = input.kind === "categorical" ? input.levels : (input.uniqueValues ?? []).map(String);
  const codeByValue =
    input.kind === "numeric" ? new Map(input.uniqueValues?.map((value, code) => [value, code])) : null;
  return {
    column: { kind: "categorical", name, levels, codes },
    put: (row, value) => {
      codes[row] = codeByValue === null ? value : (codeByValue.get(value) ?? 0);
    },
  };
}

async function loadOutputs(
  workDir: string,
  meta: DatasetMeta,
  needed: ReadonlySet<string>,
): Promise<OutputColumn[]> {
  const columns = meta.outputs
    .filter(({ name }) => needed.has(name))
    .map(({ name, length, offset }) => ({
      name,
      size: length,
      offset,
      values: new Float64Array(meta.rows * length),
    }));
  let row = 0;
  const path = join(datasetFolder(workDir), "outputs.f64");
  for await (const line of readRowFile(path, meta.outputWidth, meta.rows)) {
    for (const { values, size, offset } of columns) {
      if (size === 1) values[row] = line[offset];
      else values.set(line.subarray(offset, offset + size), row * size);
    }
    row++;
  }
  return columns.map(({ name, size, values }) => ({ name, size, values }));
}
