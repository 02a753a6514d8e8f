/** Datasets on the disk, from tables of every kind of column. */

import { type DataOptions, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import type { SweepChoice } from "@understudy/shared/api/row-groups.ts";
import type { SourceRows } from "../../../engine/dataset/source-columns.ts";
import { draftDataset } from "../../../engine/dataset/storage/dataset-writer.ts";
import { validate } from "../../../engine/dataset/validate.ts";
import { createRandom } from "../../../engine/math/random.ts";
import { temporaryFolder } from "../cleanup.ts";
import { csv, textFile } from "./csv-files.ts";

export const workDir = (): string => temporaryFolder("dataset");

export async function write(
  parameters: string,
  outputs: string,
  settings: {
    folder?: string;
    options?: Partial<DataOptions>;
    earlierRows?: SourceRows;
    percentage?: number;
    groupBy?: readonly string[];
    sweep?: SweepChoice;
  } = {},
) {
  const folder = settings.folder ?? workDir();
  const draft = await draftDataset(folder);
  const outcome = await validate(
    { parameters: textFile("parameters.csv", parameters), outputs: textFile("outputs.csv", outputs) },
    {
      options: { ...NO_DATA_OPTIONS, ...settings.options },
      earlierRows: settings.earlierRows ?? null,
      ...draft,
    },
  );
  if (!("table" in outcome)) throw new Error(JSON.stringify(outcome.errors));
  const meta = await draft.finish(
    outcome.table,
    {
      validationPercentage: settings.percentage ?? 20,
      groupBy: settings.groupBy ?? null,
      sweep: settings.sweep ?? null,
    },
    () => undefined,
  );
  return { folder, meta };
}

export const ROW_COUNT = 500;
const random = createRandom(42);
export const shapes = ["round", "square 10", "square 9"];
export const rows = Array.from({ length: ROW_COUNT }, (_, row) => ({
  a: random.normal(),
  n: row % 7,
  shape: shapes[random.integer(3)] ?? "",
  c: 5,
  gain: random.normal() * 1e-12,
  curve: [random.uniform(), random.uniform(), random.uniform()],
}));
export const parameters = csv("a,n,shape,c", ROW_COUNT, (row) => {
  const { a, n, shape, c } = rows[row] ?? rows[0] ?? { a: 0, n: 0, shape: "", c: 0 };
  return `${a},${n},${shape},${c}`;
});
export const outputs = csv(
  "gain,x,curve",
  ROW_COUNT,
  (row) => `${rows[row]?.gain},"[0, 0.5, 2]","${JSON.stringify(rows[row]?.curve)}"`,
);
