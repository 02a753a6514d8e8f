/** The rows of another job's dataset, as validation takes them over. */
import { join } from "node:path";
import type { SourceRows } from "../source-columns.ts";
import { datasetFolder, openDataset } from "./dataset.ts";
import { readRowFile } from "./row-file.ts";

/** @throws Error when there is no dataset in the work directory */
export async function knownRows(workDir: string): Promise<SourceRows> {
  const dataset = await openDataset(workDir);
  await dataset.close();
  const { rows, inputs, outputs, outputWidth } = dataset.meta;
  const path = (name: string) => join(datasetFolder(workDir), name);
  return {
    rows,
    inputs: inputs.map((input) => ({
      name: input.name,
      levels: input.kind === "categorical" ? input.levels : null,
    })),
    outputs: outputs.map(({ name, kind, length, coordinate }) => ({
      name,
      vectorLength: kind === "vector" ? length : null,
      ...(coordinate !== null && { coordinate }),
    })),
    read: async function* () {
      const answers = readRowFile(path("outputs.f64"), outputWidth, rows);
      for await (const input of readRowFile(path("inputs.f64"), inputs.length, rows)) {
        const answer = await answers.next();
        if (!answer.done) yield { inputs: input, outputs: answer.value };
      }
      await answers.return(undefined);
    },
  };
}
