import { findBestScore } from "../../dispatch/best-score.ts";
import { jobRecord } from "../../models/job.ts";
import type { Store } from "../../models/store.ts";

const scoredJob = jobRecord.pick({ _id: true, objective: true });

/** See `bestScoreOf`; null also where there is no such job. */
export async function bestScoreOfJob(store: Store, jobId: number): Promise<number | null> {
  const [job] = await store.jobs.find({ _id: jobId }, { limit: 1 }, scoredJob);
  return job === undefined ? null : await findBestScore(store, job);
}

/** Stores the best scores of jobs that ran before these were kept. */
export async function keepBestScores(store: Store, ended: AbortSignal): Promise<void> {
  const unknown = { best_score: { $exists: false }, run: { $ne: null } };
  for (const job of await store.jobs.find(unknown, {}, scoredJob)) {
    if (ended.aborted) return;
    const best_score = await findBestScore(store, job);
    await store.jobs.updateAll({ _id: job._id, best_score: { $exists: false } }, { best_score });
  }
}
