import { type SimulationColumn, simulationOrders } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import type { IndexEntry, TableOrder } from "./table-order.ts";

/** Page anchors where all simulations are over: their rows change only together with the job's revision. */
export function openSettledOrder(
  { simulations }: Pick<Store, "simulations">,
  jobId: number,
  column: SimulationColumn,
  step: number,
  count: number,
): TableOrder {
  const { index, place } = simulationOrders[column];
  /** The positions of rows number 0, `step`, `2 step` and so on that have been read so far. */
  const anchors: IndexEntry["from"][] = [{ job_id: jobId }];
  let isWhole = false;
  return {
    step: async () => {
      const range = { index, from: anchors.at(-1) ?? { job_id: jobId }, to: { job_id: jobId } };
      const [row] = await simulations.find({}, { range, skip: step, limit: 1 }, place);
      // None where rows are being deleted: the job's next revision shows it.
      if (row !== undefined) anchors.push(row);
      isWhole = row === undefined || (anchors.length + 1) * step > count;
    },
    isWhole: () => isWhole,
    findEntry: async ({ first }) => {
      const passed = Math.min(Math.floor(first / step), anchors.length - 1);
      const from = anchors[passed];
      return passed === 0 || from === undefined ? null : { from, skip: first - passed * step };
    },
  };
}
