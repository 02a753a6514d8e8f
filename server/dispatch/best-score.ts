import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import type { JobRecord } from "../models/job.ts";
import { optimizationRecord } from "../models/job-results.ts";
import { simulationRow } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";

const searched = optimizationRecord.pick({ _id: true, path: true });
const scored = simulationRow.pick({ _id: true, score: true });

/**
 * The highest score of a job's simulations, for its record. Of an optimization that of the best design: one with a higher score
 * may break a limit. Null where nothing has a score.
 */
export async function findBestScore(
  { simulations, optimizations }: Pick<Store, "simulations" | "optimizations">,
  { _id, objective }: Pick<JobRecord, "_id" | "objective">,
): Promise<number | null> {
  if (OBJECTIVE_TRAITS[objective].hasBestDesign) {
    const [optimization] = await optimizations.find({ _id }, { limit: 1 }, searched);
    return optimization?.path.at(-1)?.score ?? null;
  }
  // From the upper end of the index of the scores.
  const highest = { sort: { score: -1 }, limit: 1 } as const;
  const [best] = await simulations.find({ job_id: _id, score: { $ne: null } }, highest, scored);
  return best?.score ?? null;
}
