/** From the results of a job's simulations, and the rows of an Extra Data file, to the job's dataset. */

import { counted } from "@understudy/shared/counted.ts";
import { createProblems } from "@understudy/shared/csv/problems.ts";
import { MIN_DATA_ROWS } from "@understudy/shared/limits.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { readExtraData } from "../../dataset/extra-data.ts";
import { hasVariedInput } from "../../dataset/preprocess.ts";
import { type DatasetDraft, draftDataset } from "../../dataset/storage/dataset-writer.ts";
import { createColumns, type RunColumns } from "../running/columns.ts";
import { readGathered } from "../running/gathered.ts";
import type { BuildWork } from "../work-messages.ts";
import { openSource } from "./open-source.ts";
import { createProgress, report } from "./report.ts";

const PROGRESS_TEXT = "Preparing the data";

export async function buildDataset(work: BuildWork): Promise<void> {
  const progress = createProgress();
  const columns = createColumns(work.config, work.grids);
  const draft = await draftDataset(work.workDir);
  let gathered = 0;
  let hasUndefined = false;
  for await (const row of readGathered(work, columns)) {
    progress((100 * gathered++) / work.rows, "Taking over the results");
    hasUndefined ||= row.outputs.some(Number.isNaN);
    await draft.inputSink(row.inputs);
    await draft.outputSink(row.outputs);
  }
  const extra = await addExtraData(work, columns, draft, progress);
  if ("errors" in extra) {
    await draft.discard();
    await report({ type: "invalid", errors: extra.errors });
    return;
  }
  const rows = work.rows + extra.rows;
  if (rows < MIN_DATA_ROWS) {
    await draft.discard();
    throw new UserError(
      `There are only ${counted(rows, "row")} of data to train on; at least ${MIN_DATA_ROWS} are needed.`,
    );
  }
  const { inputs, outputs } = columns;
  const table = { rows, inputs, outputs, failedRows: [], hasUndefined };
  const meta = await draft.finish(
    table,
    { validationPercentage: work.validationPercentage, groupBy: null },
    (fraction) => progress(fraction * 100, PROGRESS_TEXT),
  );
  if (!hasVariedInput(meta)) throw new UserError("No variable varies, so there is nothing to learn.");
  await report({ type: "built" });
}

async function addExtraData(
  { extraData, config, grids }: BuildWork,
  columns: RunColumns,
  draft: DatasetDraft,
  progress: (percentage: number, text: string) => void,
): Promise<{ rows: number } | { errors: Record<string, string[]> }> {
  if (extraData === null) return { rows: 0 };
  const problems = createProblems();
  const file = await openSource(extraData, (share) => progress(share * 100, `Reading ${extraData.name}`));
  const values = new Map(Object.entries(grids).map(([name, grid]) => [name, Float64Array.from(grid)]));
  const extraDataProblems = problems.of("Extra Data", extraData.name);
  const rows = await readExtraData(file, config, values, extraDataProblems, (inputs, outputs) =>
    waitForBoth(draft.inputSink(columns.inputRow(inputs)), draft.outputSink(columns.outputRow(outputs))),
  );
  return problems.count > 0 ? { errors: problems.report() } : { rows: rows ?? 0 };
}

/** Waits for both; it returns a promise only where one of them has to be awaited. */
function waitForBoth(
  first: Promise<void> | undefined,
  second: Promise<void> | undefined,
): Promise<void> | undefined {
  if (first === undefined) return second;
  return second === undefined ? first : Promise.all([first, second]).then(() => undefined);
}
