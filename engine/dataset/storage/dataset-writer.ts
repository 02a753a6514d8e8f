/**
 * Writes a dataset (see `engine/dataset/dataset-meta.ts`). It is built in a folder of its own and put in its place when it is
 * whole, so a reader finds the old one or the new one.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { findCentralRow } from "../central-row.ts";
import { type DatasetMeta, datasetMeta } from "../dataset-meta.ts";
import { type DatasetSinks, type Preprocessed, preprocess } from "../preprocess.ts";
import { splitRows } from "../split.ts";
import type { RawTable, RowSink } from "../validate.ts";
import { datasetFolder } from "./dataset.ts";
import { bytesOf, syncFolder, writeWhole } from "./files.ts";
import { createRowFile, readRowFile } from "./row-file.ts";
import { createTextFile } from "./text-file.ts";

const UNFINISHED = /^data\.(new|old)-/;

export type DatasetDraft = {
  /** Where validation puts rows. */
  readonly inputSink: RowSink;
  readonly outputSink: RowSink;
  /** Preprocesses what validation put there and replaces the job's dataset and data.csv. */
  finish(
    table: RawTable,
    validationPercentage: number,
    progress: (fraction: number) => void,
  ): Promise<DatasetMeta>;
  /** Removes what was written. */
  discard(): Promise<void>;
};

/** Removes what earlier drafts left. The work directory must exist. */
export async function draftDataset(workDir: string): Promise<DatasetDraft> {
  for (const name of await readdir(workDir)) {
    if (UNFINISHED.test(name)) await rm(join(workDir, name), { recursive: true, force: true });
  }
  const folder = join(workDir, `data.new-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  const path = (name: string) => join(folder, name);
  const rawInputs = await createRowFile(path("raw-inputs.f64"));
  const rawOutputs = await createRowFile(path("raw-outputs.f64"));

  const finish: DatasetDraft["finish"] = async (table, validationPercentage, progress) => {
    await Promise.all([rawInputs.close(), rawOutputs.close()]);
    const width = table.outputs.reduce((sum, { vectorLength }) => sum + (vectorLength ?? 1), 0);
    const rows = {
      inputs: () => readRowFile(path("raw-inputs.f64"), table.inputs.length, table.rows),
      outputs: () => readRowFile(path("raw-outputs.f64"), width, table.rows - table.failedRows.length),
    };
    const result = await withSinks(path, (sinks) => preprocess(table, rows, sinks, progress));
    await rm(path("raw-inputs.f64"));
    await rm(path("raw-outputs.f64"));
    await writeWhole(path("order.u32"), bytesOf(result.order));
    const written = readRowFile(path("inputs.f64"), table.inputs.length, result.meta.rows);
    const described = { ...result.meta, centralRow: await findCentralRow(result.meta, written) };
    const meta = await writeSplit(folder, described, result.order, validationPercentage);
    await putInPlace(workDir, folder);
    return meta;
  };
  const discard = async () => {
    await Promise.all([rawInputs.close(), rawOutputs.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  return { inputSink: rawInputs.write, outputSink: rawOutputs.write, finish, discard };
}

async function withSinks(
  path: (name: string) => string,
  work: (sinks: DatasetSinks) => Promise<Preprocessed>,
): Promise<Preprocessed> {
  const inputs = await createRowFile(path("inputs.f64"));
  const outputs = await createRowFile(path("outputs.f64"));
  const csv = await createTextFile(path("data.csv"));
  const result = await work({ inputs: inputs.write, outputs: outputs.write, csv: csv.write });
  await Promise.all([inputs.close(), outputs.close(), csv.close()]);
  return result;
}

async function putInPlace(workDir: string, folder: string): Promise<void> {
  const place = datasetFolder(workDir);
  const old = join(workDir, `data.old-${randomUUID()}`);
  await rename(join(folder, "data.csv"), join(workDir, "data.csv"));
  await rename(place, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(folder, place);
  await syncFolder(workDir);
  await rm(old, { recursive: true, force: true });
}

/** Writes the rows of both sets, then the meta that names them: the split changes in one step. */
async function writeSplit(
  folder: string,
  meta: Preprocessed["meta"],
  order: Uint32Array,
  validationPercentage: number,
): Promise<DatasetMeta> {
  const { validation, training } = splitRows(order, validationPercentage);
  const file = `split-${validationPercentage}.u32`;
  const rows = new Uint32Array(order.length);
  rows.set(validation);
  rows.set(training, validation.length);
  await writeWhole(join(folder, file), bytesOf(rows));
  const whole: DatasetMeta = {
    ...meta,
    split: { file, validationPercentage, validation: validation.length, training: training.length },
  };
  await writeWhole(join(folder, "meta.json"), JSON.stringify(whole));
  return whole;
}

/**
 * Changes the share of the rows kept for validation; the data stay as they are. Earlier splits stay beside the new one
 * for those who still read them.
 */
export async function changeSplit(workDir: string, validationPercentage: number): Promise<DatasetMeta> {
  const folder = datasetFolder(workDir);
  const meta = datasetMeta.parse(JSON.parse(await readFile(join(folder, "meta.json"), "utf8")));
  if (meta.split.validationPercentage === validationPercentage) return meta;
  const order = new Uint32Array(Uint8Array.from(await readFile(join(folder, "order.u32"))).buffer);
  return writeSplit(folder, meta, order, validationPercentage);
}
