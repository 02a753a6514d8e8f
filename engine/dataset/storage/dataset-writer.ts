/**
 * Writes a dataset (see `engine/dataset/dataset-meta.ts`). It is built in a folder of its own and put in its place when it is
 * whole, so a reader finds the old one or the new one.
 */
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SweepChoice } from "@understudy/shared/api/row-groups.ts";
import { findCentralRow } from "../central-row.ts";
import { type DatasetMeta, datasetMeta } from "../dataset-meta.ts";
import { type DatasetSinks, type Preprocessed, preprocess } from "../preprocess.ts";
import { splitRows } from "../split.ts";
import type { RawTable, RowSink } from "../validate.ts";
import { rewriteAsCurves } from "./curve-rows.ts";
import { datasetFolder } from "./dataset.ts";
import { append, syncFolder, viewBytes, writeWhole } from "./files.ts";
import { readRelation } from "./input-columns.ts";
import { createRowFile, readRowFile } from "./row-file.ts";
import { orderRows } from "./row-order.ts";

const UNFINISHED_FOLDER = /^data\.(new|old)-/;

export type SplitOptions = {
  readonly validationPercentage: number;
  /** Names of the inputs that the rows of a group agree in; empty: every row counts by itself; null: as the rows let suppose. */
  readonly groupBy: readonly string[] | null;
};

export type DatasetDraft = {
  /** Validation writes rows into these sinks. */
  readonly inputSink: RowSink;
  readonly outputSink: RowSink;
  /**
   * Preprocesses what validation put there and replaces the job's dataset and data.csv.
   * @param options how the rows are split, and which sweeps become curves first; none where it is absent
   * @throws UserError where the sweeps make no curves
   */
  finish(
    table: RawTable,
    options: SplitOptions & { readonly sweep?: SweepChoice | null },
    progress: (fraction: number) => void,
  ): Promise<DatasetMeta>;
  /** Removes what was written. */
  discard(): Promise<void>;
};

/** Removes what earlier drafts left. The work directory must exist. */
export async function removeUnfinishedDrafts(workDir: string): Promise<void> {
  for (const name of await readdir(workDir)) {
    if (UNFINISHED_FOLDER.test(name)) await rm(join(workDir, name), { recursive: true, force: true });
  }
}

/** Begins a dataset in the place of what earlier drafts left. The work directory must exist. */
export async function draftDataset(workDir: string): Promise<DatasetDraft> {
  await removeUnfinishedDrafts(workDir);
  const folder = join(workDir, `data.new-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  const path = (name: string) => join(folder, name);
  const rawInputs = await createRowFile(path("raw-inputs.f64"));
  const rawOutputs = await createRowFile(path("raw-outputs.f64"));

  const finish: DatasetDraft["finish"] = async (
    read,
    { validationPercentage, groupBy, sweep = null },
    progress,
  ) => {
    await Promise.all([rawInputs.close(), rawOutputs.close()]);
    const rawFiles = { inputs: path("raw-inputs.f64"), outputs: path("raw-outputs.f64") };
    const table = sweep === null ? read : await rewriteAsCurves(rawFiles, read, sweep);
    const width = table.outputs.reduce((sum, { vectorLength }) => sum + (vectorLength ?? 1), 0);
    const rows = {
      inputs: () => readRowFile(rawFiles.inputs, table.inputs.length, table.rows),
      outputs: () => readRowFile(rawFiles.outputs, width, table.rows - table.failedRows.length),
    };
    const described = await withSinks(path, (sinks) => preprocess(table, rows, sinks, progress));
    await rm(rawFiles.inputs);
    await rm(rawFiles.outputs);
    const written = readRowFile(path("inputs.f64"), table.inputs.length, described.rows);
    const centralRow = await findCentralRow(described, written);
    const relation = await readRelation(path("inputs.f64"), described);
    const ordered = await writeOrder(folder, { ...described, centralRow, relation }, groupBy);
    const meta = await writeSplit(folder, ordered, validationPercentage);
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

/** Writes the order in which rows are taken into the validation set. @returns it, and the meta with the groups that it follows. */
async function writeOrder<Meta extends Preprocessed>(
  folder: string,
  meta: Meta,
  groupBy: SplitOptions["groupBy"],
): Promise<{ meta: Meta & Pick<DatasetMeta, "grouping">; order: Uint32Array }> {
  const { order, groups } = await orderRows(join(folder, "inputs.f64"), meta, groupBy);
  await writeWhole(join(folder, "order.u32"), viewBytes(order));
  return { meta: { ...meta, grouping: { groupBy: groupBy && [...groupBy], groups } }, order };
}

const readOrder = async (folder: string): Promise<Uint32Array> =>
  new Uint32Array(Uint8Array.from(await readFile(join(folder, "order.u32"))).buffer);

/** Writes the rows of both sets, then the meta that names them: the split changes in one step. */
async function writeSplit(
  folder: string,
  { meta, order }: { meta: Omit<DatasetMeta, "split">; order: Uint32Array },
  validationPercentage: number,
): Promise<DatasetMeta> {
  const { validation, training } = splitRows(order, validationPercentage);
  const file = `split-${validationPercentage}.u32`;
  const rows = new Uint32Array(order.length);
  rows.set(validation);
  rows.set(training, validation.length);
  await writeWhole(join(folder, file), viewBytes(rows));
  const completeMeta: DatasetMeta = {
    ...meta,
    split: { file, validationPercentage, validation: validation.length, training: training.length },
  };
  await writeWhole(join(folder, "meta.json"), JSON.stringify(completeMeta));
  return completeMeta;
}

export const readMeta = async (workDir: string): Promise<DatasetMeta> =>
  datasetMeta.parse(JSON.parse(await readFile(join(datasetFolder(workDir), "meta.json"), "utf8")));

/** Datasets from before rows were grouped keep their order until it is to change. */
const isGroupedBy = ({ grouping }: DatasetMeta, groupBy: SplitOptions["groupBy"]): boolean =>
  grouping === undefined ? groupBy === null : isSame(grouping.groupBy, groupBy);

/** Tells whether a dataset is split like this already. */
export const isSplitAs = (meta: DatasetMeta, { validationPercentage, groupBy }: SplitOptions): boolean =>
  isGroupedBy(meta, groupBy) && meta.split.validationPercentage === validationPercentage;

/**
 * Changes the share of the rows kept for validation, and how rows are grouped; the data stay as they are. Earlier splits stay
 * beside the new one for those who still read them, unless rows are grouped anew.
 */
export async function changeSplit(workDir: string, options: SplitOptions): Promise<DatasetMeta> {
  const { validationPercentage, groupBy } = options;
  const folder = datasetFolder(workDir);
  const meta = await readMeta(workDir);
  if (isSplitAs(meta, options)) return meta;
  const isOrdered = meta.grouping !== undefined && isGroupedBy(meta, groupBy);
  const ordered = isOrdered
    ? { meta, order: await readOrder(folder) }
    : await writeOrder(folder, meta, groupBy);
  return writeSplit(folder, ordered, validationPercentage);
}

const isSame = (a: SplitOptions["groupBy"], b: SplitOptions["groupBy"]): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((name) => b.includes(name)));

/** A text file written from the first line to the last in blocks. */
const BLOCK_CHARACTERS = 256 * 1024;

type TextFileWriter = {
  /** Answers a promise when a block has to be written first. */
  write(text: string): Promise<void> | undefined;
  close(): Promise<void>;
};

async function createTextFile(path: string): Promise<TextFileWriter> {
  const file = await open(path, "wx", 0o600);
  let waiting: string[] = [];
  let size = 0;
  const flush = async () => {
    const block = waiting.join("");
    waiting = [];
    size = 0;
    await append(file, Buffer.from(block));
  };
  return {
    write: (text) => {
      waiting.push(text);
      size += text.length;
      return size < BLOCK_CHARACTERS ? undefined : flush();
    },
    close: async () => {
      await flush();
      await file.sync();
      await file.close();
    },
  };
}
