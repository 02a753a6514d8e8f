import { shownCsv } from "@understudy/engine/dataset/csv/shown-csv.ts";
import { simulationsCsvQuery } from "@understudy/shared/api/simulation.ts";
import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import type Koa from "koa";
import type { JobRecord } from "../../models/job.ts";
import { simulationRow } from "../../models/simulation.ts";
import { simulationBatches } from "../../models/simulation-batches.ts";
import type { Store } from "../../models/store.ts";
import { decode } from "../request/decode.ts";
import type { Web } from "../request/handle.ts";
import { sendCsv } from "../request/send-csv.ts";

/** Rows that are in memory at a time. */
const ROWS_PER_BATCH = 500;
const LEADING_COLUMNS = ["id", "status", "score", "running_time (s)", "server"] as const;

type Simulations = Pick<Store, "simulations">;

/** Names in the order of the configuration; others after them. */
function ordered(names: readonly string[], columns: readonly { name: string }[]): string[] {
  const order = new Map(columns.map(({ name }, at) => [name, at]));
  const findPlace = (name: string) => order.get(name) ?? order.size;
  return names.toSorted((a, b) => findPlace(a) - findPlace(b));
}

/**
 * Reads the columns of every line: the simulations of a job vary the same variables, and each result has or lacks the same outputs,
 * of which the curves have no column.
 */
async function readNames({ simulations }: Simulations, { _id, config }: JobRecord) {
  const first = { sort: { index: 1 }, limit: 1 } as const;
  const [any] = await simulations.find({ job_id: _id }, first, simulationRow);
  const [complete] = await simulations.find({ job_id: _id, outputs: { $ne: null } }, first, simulationRow);
  const curves = new Set(config.outputs.flatMap(({ name, type }) => (type === "Vector" ? [name] : [])));
  const undefinedNames = Object.keys(complete?.undefined_outputs ?? {});
  return {
    inputs: ordered(Object.keys(any?.inputs ?? {}), config.inputs),
    outputs: ordered(
      [...Object.keys(complete?.outputs ?? {}), ...undefinedNames.filter((name) => !curves.has(name))],
      config.outputs,
    ),
  };
}

const toText = (value: number | string | readonly number[] | null | undefined): string =>
  value == null ? "" : typeof value === "object" ? `[${value.join(", ")}]` : String(value);

/** Header and lines, each a list of cells as text. @param ids of the simulations; left out: all of the job's */
async function* records(
  store: Simulations,
  job: JobRecord,
  ids: readonly number[] | undefined,
): AsyncGenerator<string[]> {
  const { inputs, outputs } = await readNames(store, job);
  yield [...LEADING_COLUMNS, ...inputs, ...outputs];
  const read = { size: ROWS_PER_BATCH, as: simulationRow };
  const filter = { job_id: job._id, ...(ids !== undefined && { _id: { $in: ids } }) };
  for await (const batch of simulationBatches(store.simulations, filter, read))
    for (const row of batch)
      yield [
        ...[row._id, row.status, row.score, row.running_time, row.resource?.name].map(toText),
        ...inputs.map((name) => toText(row.inputs[name])),
        ...outputs.map((name) => toText(row.outputs?.[name])),
      ];
}

async function* lines(cells: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const record of cells) yield csvLine(record);
}

/**
 * Sends all simulations of a job, or those that the query names, as CSV while they are read, by choice in the units that its pages show.
 * @throws Problem 400 when the query names too many
 */
export function sendSimulationsCsv({ store }: Pick<Web, "store">, ctx: Koa.Context, job: JobRecord): void {
  const { ids, units } = decode(simulationsCsvQuery, { ...ctx.query });
  const isShown = units === "shown";
  const columns = [...job.config.inputs, ...job.config.outputs];
  sendCsv(ctx, `job-${job._id}-simulations${isShown ? "-shown-units" : ""}.csv`, () => {
    const cells = records(store, job, ids);
    return isShown ? shownCsv(cells, columns) : lines(cells);
  });
}
