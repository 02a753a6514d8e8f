/** From the results of a job's simulations, and the rows of an Extra Data file, to the job's dataset. */

import { counted } from "@understudy/shared/counted.ts";
import { createProblems } from "@understudy/shared/csv/problems.ts";
import { MIN_DATA_ROWS } from "@understudy/shared/limits.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { readExtraData } from "../../../dataset/extra-data.ts";
import {
  createOutputReaders,
  FIRST_ROW,
  RowsLeftOut,
  reportRows,
  type Selection,
  selectRow,
} from "../../../dataset/left-out-rows.ts";
import { hasVariedInput } from "../../../dataset/preprocess.ts";
import { type DatasetDraft, draftDataset } from "../../../dataset/storage/dataset-writer.ts";
import { openSource } from "../../child/open-source.ts";
import { createProgress, report } from "../../child/report.ts";
import type { BuildWork } from "../../contract/dataset.ts";
import { createColumns, type RunColumns } from "../../running/columns.ts";
import { readGathered } from "../../running/gathered.ts";

const PROGRESS_TEXT = "Preparing the data";

export async function buildDataset(work: BuildWork): Promise<void> {
  const progress = createProgress();
  const columns = createColumns(work.config, work.grids);
  const draft = await draftDataset(work.workDir);
  const names = columns.outputs.map(({ name }) => name);
  const selection = {
    leftOut: new RowsLeftOut(work.options),
    outputs: createOutputReaders(names, work.options),
  };
  const sink = createSink(columns, draft, selection);
  let gathered = 0;
  for await (const row of readGathered(work, columns)) {
    progress((100 * gathered++) / work.rows, "Taking over the results");
    await sink(row.inputs, row.outputs);
  }
  const extra = await addExtraData(work, columns, sink, progress);
  if ("errors" in extra) {
    await draft.discard();
    await report({ type: "invalid", errors: extra.errors });
    return;
  }
  const rows = work.rows + extra.rows;
  const failedRows = selection.leftOut.indices();
  const used = rows - failedRows.length;
  if (used < MIN_DATA_ROWS) {
    await draft.discard();
    throw new UserError(
      `There are only ${counted(used, "row")} of data to train on; at least ${MIN_DATA_ROWS} are needed.`,
    );
  }
  const { inputs, outputs } = columns;
  const { hasUndefined } = selection.outputs.defined;
  const table = { rows, inputs, outputs, failedRows, hasUndefined };
  const meta = await draft.finish(
    table,
    { validationPercentage: work.validationPercentage, groupBy: null },
    (fraction) => progress(fraction * 100, PROGRESS_TEXT),
  );
  if (!hasVariedInput(meta)) throw new UserError("No variable varies, so there is nothing to learn.");
  const { leftOut, suspectedMarks } = reportRows(selection);
  const suspected_marks = [...suspectedMarks];
  await report({ type: "built", rows: { left_out: leftOut, suspected_marks } });
}

/** Takes a row of the dataset: results in the order of the simulations, then the rows of the Extra Data file. */
type BuildSink = (inputs: Float64Array, outputs: Float64Array) => Promise<void> | undefined;

/** Numbers rows as in a spreadsheet of the job's data: the first is row 2. Outputs that hold a chosen mark are undefined in their row. */
function createSink({ outputs }: RunColumns, draft: DatasetDraft, selection: Selection): BuildSink {
  const lengths = outputs.map(({ vectorLength }) => vectorLength ?? 1);
  let index = 0;
  return (inputValues, outputValues) => {
    const place = { index, number: index + FIRST_ROW };
    index += 1;
    const isUsed = !selection.leftOut.choose(place) && selectRow(selection, outputValues, lengths, place);
    const inputs = draft.inputSink(inputValues);
    return isUsed ? waitForBoth(inputs, draft.outputSink(outputValues)) : inputs;
  };
}

async function addExtraData(
  { extraData, config, grids }: BuildWork,
  columns: RunColumns,
  sink: BuildSink,
  progress: (percentage: number, text: string) => void,
): Promise<{ rows: number } | { errors: Record<string, string[]> }> {
  if (extraData === null) return { rows: 0 };
  const problems = createProblems();
  const file = await openSource(extraData, (share) => progress(share * 100, `Reading ${extraData.name}`));
  const values = new Map(Object.entries(grids).map(([name, grid]) => [name, Float64Array.from(grid)]));
  const extraDataProblems = problems.of("Extra Data", extraData.name);
  const rows = await readExtraData(file, config, values, extraDataProblems, (inputs, outputs) =>
    sink(columns.inputRow(inputs), columns.outputRow(outputs)),
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
