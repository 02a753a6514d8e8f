import type { z } from "zod";
import type { Collection, Filter } from "./collection.ts";
import type { simulationRecord, simulationRow } from "./simulation.ts";

type Read = z.ZodObject<Pick<typeof simulationRow.shape, "_id" | "index">>;

/**
 * The simulations of a job, a batch at a time: by rising index, or from the newest on.
 * @param size of a batch
 * @param as the fields that are read
 */
export async function* simulationBatches<As extends Read>(
  simulations: Collection<typeof simulationRecord>,
  filter: Filter<typeof simulationRecord> & { job_id: number },
  { size, as, newestFirst = false }: { size: number; as: As; newestFirst?: boolean },
): AsyncGenerator<z.output<As>[]> {
  const window = { sort: { index: newestFirst ? -1 : 1 }, limit: size } as const;
  for (let from = newestFirst ? Number.MAX_SAFE_INTEGER : -1; ; ) {
    const index = newestFirst ? { $lt: from } : { $gt: from };
    const batch = await simulations.find({ ...filter, index }, window, as);
    yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < size) return;
    from = last.index;
  }
}
