/** Results on their way from the platform to a child: two files of rows in a folder of the job's own. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createRowFile, readRowFile } from "../../dataset/storage/row-file.ts";
import type { SimulationResult } from "../run-ports.ts";
import type { RunColumns } from "./columns.ts";

const FOLDER = /^gathered-/;

export type Gathered = { readonly folder: string; readonly rows: number };

const inputsOf = (folder: string) => join(folder, "inputs.f64");
const outputsOf = (folder: string) => join(folder, "outputs.f64");

/** Removes what runners that died left there. */
export async function removeGathered(workDir: string): Promise<void> {
  const names = await readdir(workDir).catch(() => []);
  const old = names.filter((name) => FOLDER.test(name));
  await Promise.all(old.map((name) => rm(join(workDir, name), { recursive: true, force: true })));
}

/** @param see called with each result that was written, row after row */
export async function gather(
  workDir: string,
  columns: RunColumns,
  results: AsyncIterable<readonly SimulationResult[]>,
  see: (result: SimulationResult, row: number) => void = () => undefined,
): Promise<Gathered> {
  const folder = join(workDir, `gathered-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  const inputs = await createRowFile(inputsOf(folder));
  const outputs = await createRowFile(outputsOf(folder));
  let rows = 0;
  try {
    for await (const part of results) {
      for (const result of part) {
        await inputs.write(columns.simulatedInputs(result.inputs));
        await outputs.write(columns.simulatedOutputs(result.outputs));
        see(result, rows++);
      }
    }
  } finally {
    await Promise.all([inputs.close(), outputs.close()]);
  }
  return { folder, rows };
}

/** The rows in their order; each pair is valid until the next is asked for. */
export async function* readGathered(
  { folder, rows }: Gathered,
  columns: Pick<RunColumns, "inputs" | "outputWidth">,
): AsyncGenerator<{ inputs: Float64Array; outputs: Float64Array }> {
  const answers = readRowFile(outputsOf(folder), columns.outputWidth, rows);
  for await (const inputs of readRowFile(inputsOf(folder), columns.inputs.length, rows)) {
    const outputs = await answers.next();
    if (!outputs.done) yield { inputs, outputs: outputs.value };
  }
  await answers.return(undefined);
}
