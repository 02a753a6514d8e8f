/** The newest complete simulations of a job, as graphs of values by iteration need them. */
import type { JobRecord } from "../models/job.ts";
import { simulationRow } from "../models/simulation.ts";
import { simulationBatches } from "../models/simulation-batches.ts";
import type { Store } from "../models/store.ts";
import { drawnColumns, type IterationRow, withDrawnElements } from "../presenters/iteration-graphs.ts";

/** A graph of more is too full to be read. */
const MAX_ITERATIONS = 2_000;
/** The number of values in all graphs together: more than a page can draw. */
const MAX_DRAWN_VALUES = 200_000;
/** Values of inputs that are in memory at a time, before those that are not drawn are dropped. */
const BATCH_VALUES = 100_000;

const iterationRow = simulationRow.pick({ _id: true, index: true, inputs: true, score: true });

/** By rising index. Of a job with many variables fewer are read, a batch at a time. */
export async function iterationRows(
  { simulations }: Pick<Store, "simulations">,
  { _id, config }: Pick<JobRecord, "_id" | "config">,
): Promise<IterationRow[]> {
  const share = (values: number, columns: number) => Math.max(1, Math.floor(values / Math.max(1, columns)));
  const rowCount = Math.min(MAX_ITERATIONS, share(MAX_DRAWN_VALUES, drawnColumns(config.inputs)));
  const size = Math.min(rowCount, share(BATCH_VALUES, config.inputs.length));
  const rows: IterationRow[] = [];
  const read = { size, as: iterationRow, newestFirst: true };
  for await (const batch of simulationBatches(simulations, { job_id: _id, status: "Complete" }, read)) {
    rows.push(...batch.slice(0, rowCount - rows.length).map(withDrawnElements));
    if (rows.length === rowCount) break;
  }
  return rows.toReversed();
}
