/** Results on their way from the platform to a child: two files of rows in a folder of the job's own. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createRowFile, readRowFile } from "../../dataset/storage/row-file.ts";
import type { SimulationResult } from "../contract/run-ports.ts";
import type { RunColumns } from "./columns.ts";

const FOLDER_PATTERN = /^gathered-/;

export type Gathered = { readonly folder: string; readonly rows: number };

const getInputsPath = (folder: string) => join(folder, "inputs.f64");
const getOutputsPath = (folder: string) => join(folder, "outputs.f64");

/** Removes what runners that died left there. */
export async function removeGathered(workDir: string): Promise<void> {
  const names = await readdir(workDir).catch(() => []);
  const old = names.filter((name) => FOLDER_PATTERN.test(name));
  await Promise.all(old.map((name) => rm(join(workDir, name), { recursive: true, force: true })));
}

/** Writes results to files. @param see called with each result that was written, row after row */
export async function gather(
  workDir: string,
  columns: RunColumns,
  results: AsyncIterable<readonly SimulationResult[]>,
  onResult: (result: SimulationResult, row: number) => void = () => undefined,
): Promise<Gathered> {
  const folder = join(workDir, `gathered-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  const inputs = await createRowFile(getInputsPath(folder));
  const outputs = await createRowFile(getOutputsPath(folder));
  let rows = 0;
  try {
    for await (const part of results) {
      for (const result of part) {
        await inputs.write(columns.simulatedInputs(result.inputs));
        await outputs.write(columns.simulatedOutputs(result.outputs));
        onResult(result, rows++);
      }
    }
  } finally {
    await Promise.all([inputs.close(), outputs.close()]);
  }
  return { folder, rows };
}

/** Reads the rows in their order; each pair is valid until the next is read. */
export async function* readGathered(
  { folder, rows }: Gathered,
  columns: Pick<RunColumns, "inputs" | "outputWidth">,
): AsyncGenerator<{ inputs: Float64Array; outputs: Float64Array }> {
  const outputRows = readRowFile(getOutputsPath(folder), columns.outputWidth, rows);
  for await (const inputs of readRowFile(getInputsPath(folder), columns.inputs.length, rows)) {
    const outputs = await outputRows.next();
    if (!outputs.done) yield { inputs, outputs: outputs.value };
  }
  await outputRows.return(undefined);
}
