import { LIST_DEFAULTS } from "@understudy/shared/api/list.ts";
import type { Simulation, simulationRoutes } from "@understudy/shared/api/simulation.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import type { z } from "zod";
import type { RequestedPage } from "../../cache/table-order.ts";
import type { Filter, Window } from "../../models/collection.ts";
import { findFirstOpenIndex } from "../../models/first-open-index.ts";
import type { JobRecord } from "../../models/job.ts";
import {
  EARLIEST_TIME,
  OVER_STATUSES,
  type SimulationColumn,
  type SimulationRow,
  simulationId,
  simulationOrders,
  simulationPlace,
  type simulationRecord,
  simulationRow,
} from "../../models/simulation.ts";
import type { Store } from "../../models/store.ts";
import type { JobAccess } from "../../policies/job.ts";
import { presentSimulation } from "../../presenters/simulation.ts";
import type { Web } from "../request/handle.ts";

type Query = z.output<typeof simulationRoutes.listSimulations.query>;
type SimulationPage = {
  items: Simulation[];
  total_count: number;
  page_size: number;
  job_is_running: boolean;
};

/**
 * One page of a job's simulations, in the same short time whether there are ten or a million: the place of its rows is
 * found in an index, from the nearer end or from a page anchor.
 */
export async function listSimulations(
  { store: { simulations }, pageAnchors }: Pick<Web, "pageAnchors"> & { store: Pick<Store, "simulations"> },
  { job, access }: { job: JobRecord; access: JobAccess },
  query: Query,
): Promise<SimulationPage> {
  const page_size = query.page_size ?? LIST_DEFAULTS.page_size;
  const from = ((query.page_number ?? LIST_DEFAULTS.page_number) - 1) * page_size;
  const { column, order } = chooseOrder(job, query);
  const all = await countSimulations({ simulations }, job);
  const over = countOver(job, query, all);
  const total_count = over ?? all;
  const { condition, hint } = over === null ? selectAll(column) : selectOver(column);
  const filter = { job_id: job._id, ...condition };
  const count = Math.max(0, Math.min(page_size, total_count - from));
  const first = order === 1 ? from : total_count - from - count;
  const rows = { first, count, isOverOnly: over !== null, total_count, all_count: all };
  const request = { ...rows, filter, column, hint };
  const rising =
    (await shortWay({ simulations, pageAnchors }, job, request)) ??
    (await findPlaces({ simulations }, request));
  const ids = order === 1 ? rising : rising.toReversed();
  const records = await simulations.find({ _id: { $in: ids } }, {}, simulationRow);
  const byId = new Map(records.map((row) => [row._id, row]));
  const items = ids
    .map((id) => byId.get(id))
    .filter((row): row is SimulationRow => row !== undefined)
    .map((row) => presentSimulation(row, job, access));
  return { items, total_count, page_size, job_is_running: isActive(job.status) };
}

type RowRequest = RequestedPage & {
  filter: Filter<typeof simulationRecord>;
  column: SimulationColumn;
  hint: Hint;
};

/** Their ids, where there is a short way to them; null: there is none. */
async function shortWay(
  { simulations, pageAnchors }: Pick<Web, "pageAnchors"> & Pick<Store, "simulations">,
  job: JobRecord,
  request: RowRequest,
): Promise<number[] | null> {
  const { column, isOverOnly, first, count } = request;
  if (column !== "id" || job.simulation_gaps > 0) return await pageAnchors.findIds(job, request);
  if (!isOverOnly) return await numberedPlaces({ simulations }, job._id, request);
  const firstOpen = (await findFirstOpenIndex({ simulations }, job._id)) ?? first + count;
  if (first + count <= firstOpen) return await numberedPlaces({ simulations }, job._id, request);
  return null;
}

/** Finds the ids of the rows, from the nearer end of the index. */
async function findPlaces(
  { simulations }: Pick<Store, "simulations">,
  { filter, column, hint, first, count, total_count }: RowRequest,
): Promise<number[]> {
  if (count === 0) return [];
  const after = total_count - first - count;
  const isNearEnd = after < first;
  const order = isNearEnd ? -1 : 1;
  const sort: Window["sort"] = column === "id" ? { index: order } : { [column]: order, index: order };
  const window = { hint, sort, skip: isNearEnd ? after : first, limit: count };
  const ids = (await simulations.find(filter, window, simulationId)).map(({ _id }) => _id);
  return isNearEnd ? ids.reverse() : ids;
}

/** Finds the rows by their indices: where none is missing, each row's index is its position. */
async function numberedPlaces(
  { simulations }: Pick<Store, "simulations">,
  jobId: number,
  { first, count }: RowRequest,
): Promise<number[]> {
  const numbers = { job_id: jobId, index: { $gte: first, $lt: first + count } };
  return (await simulations.find(numbers, { sort: { index: 1 } }, simulationId)).map(({ _id }) => _id);
}

/** Chooses the requested order, or that of the objective. */
function chooseOrder({ objective }: JobRecord, { sort_by, sort_order }: Query) {
  const { simulationOrder } = OBJECTIVE_TRAITS[objective];
  const column: SimulationColumn = sort_by ?? simulationOrder.sort_by;
  const usual = sort_by === undefined ? simulationOrder.sort_order : LIST_DEFAULTS.sort_order;
  return { column, order: (sort_order ?? usual) === "ascending" ? 1 : -1 };
}

/** Counting a million rows takes longer than finding a page of them: the job knows what was deleted. */
async function countSimulations(
  { simulations }: Pick<Store, "simulations">,
  { _id, simulation_gaps }: JobRecord,
): Promise<number> {
  const [last] = await simulations.find({ job_id: _id }, { sort: { index: -1 }, limit: 1 }, simulationPlace);
  return last === undefined ? 0 : last.index + 1 - simulation_gaps;
}

/**
 * Counts the simulations that are over when the others are to be left out and there are any; null when all are shown.
 */
function countOver({ simulation_counts }: JobRecord, { include_pending }: Query, all: number): number | null {
  if (include_pending !== false) return null;
  const over = simulation_counts === null ? 0 : simulation_counts.complete + simulation_counts.failed;
  return over < all ? over : null;
}

/** The index in which they are found in the order of the column, and what it knows them by. */
type Hint = NonNullable<Window["hint"]>;
type RowSelection = { condition: Filter<typeof simulationRecord>; hint: Hint };

const selectAll = (column: SimulationColumn): RowSelection => ({
  condition: {},
  hint: simulationOrders[column].index,
});

const selectOver = (column: SimulationColumn): RowSelection =>
  column === "id" || column === "status"
    ? { condition: { status: { $in: [...OVER_STATUSES] } }, hint: simulationOrders.status.index }
    : { condition: { finish_time: { $gt: EARLIEST_TIME } }, hint: simulationOrders[column].index };
