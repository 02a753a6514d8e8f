import type { RunPorts } from "@understudy/engine/runner/contract/run-ports.ts";
import { PENDING_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { changeJob } from "../commands/jobs/change-job.ts";
import { holds } from "../commands/jobs/claim-work.ts";
import type { ProgressKeeper } from "../commands/jobs/progress.ts";
import { storeFound } from "../commands/optimizations/store-found.ts";
import { storeRegions } from "../commands/optimizations/store-regions.ts";
import { storedSimulations, storeScores } from "../commands/optimizations/stored-simulations.ts";
import { outcome } from "../commands/runner/outcome.ts";
import { storeSampled } from "../commands/samplings/store-sampled.ts";
import {
  addSimulations,
  firstFailure,
  knownSimulations,
  simulationResults,
} from "../commands/simulations/simulations.ts";
import { findBestScore } from "../dispatch/best-score.ts";
import { resumeSimulations } from "../dispatch/move-simulations.ts";
import { computeCapacity, countConnectedSlots, toCounts } from "../dispatch/simulation-counts.ts";
import { createTally } from "../dispatch/tally.ts";
import { jobRecord } from "../models/job.ts";
import { simulationRow } from "../models/simulation.ts";
import type { Platform, Records } from "../platform/platform.ts";
import { isHeldBack } from "../policies/resource.ts";
import { claimRun } from "./claim-run.ts";

const reportedJob = jobRecord.pick({ _id: true, objective: true, run: true });

/** The platform as a runner sees it while simulations run; see engine/runner/contract/run-ports.ts for what each promises. */
export function createRunPorts(
  platform: Pick<Platform, "store" | "storage" | "publish" | "wakeUps">,
  progress: ProgressKeeper,
): RunPorts {
  const { store } = platform;
  return {
    claimRun: (claim) => claimRun(platform, claim),
    knownSimulations: ({ jobId }) => knownSimulations(store, jobId),
    addSimulations: (claim, added) => addSimulations(platform, claim, added),
    resumeSimulations: ({ jobId }) => resumeSimulations(platform, jobId, false),
    tally: createTally(store),
    firstFailure: ({ jobId }) => firstFailure(store, jobId),
    results: ({ jobId }, indices) => simulationResults(store, jobId, indices),

    isServed: async ({ jobId }) => {
      const job = await store.jobs.findOne({ _id: jobId });
      const chosen = job?.run?.resources.map(({ id }) => id) ?? [];
      const connected = { _id: { $in: chosen }, user_id: job?.creator.id ?? 0, connection_id: { $ne: null } };
      return (await store.resources.count(connected)) > 0;
    },
    whyNobodyRuns: ({ jobId }) => whyNobodyRuns(platform, jobId),
    slots: async ({ jobId }) => {
      const job = await store.jobs.findOne({ _id: jobId });
      return await countConnectedSlots(store, job, new Date());
    },
    storedSimulations: ({ jobId }, indices) => storedSimulations(store, jobId, indices),
    storeScores: (claim, scores) => storeScores(store, claim, scores),
    storeFound: (claim, result) => storeFound(platform, claim, result),
    storeSampled: (claim, sampled) => storeSampled(platform, claim, sampled),
    storeRegions: (claim, regions) => storeRegions(platform, claim, regions),
    addRound: (claim, round) =>
      outcome(() =>
        changeJob(
          platform,
          claim.jobId,
          ({ run_rounds }) => ({ run_rounds: [...run_rounds, round] }),
          holds(claim),
        ),
      ),
    reportRun: async (claim, { planned, percentage, text, ...tally }) => {
      const [job] = await store.jobs.find({ _id: claim.jobId }, {}, reportedJob);
      await progress.report(claim, {
        progress_percentage: percentage,
        progress_text: text,
        simulation_counts: toCounts(planned, tally, await computeCapacity(store, job?.run)),
        best_score: job === undefined ? null : await findBestScore(store, job),
      });
    },
  };
}

const failedRow = simulationRow.pick({ _id: true, error: true });

/** A sentence when every server of the job is held back; null: one of them is not, and may be connected or come back. */
async function whyNobodyRuns({ store }: Records, jobId: number): Promise<string | null> {
  const job = await store.jobs.findOne({ _id: jobId });
  const chosen = job?.run?.resources.map(({ id }) => id) ?? [];
  const servers = await store.resources.find({ _id: { $in: chosen } });
  if (servers.length === 0 || servers.length < chosen.length || !servers.every(isHeldBack)) return null;
  const reported = { job_id: jobId, status: { $in: [...PENDING_STATUSES] }, error: { $ne: null } };
  const [last] = await store.simulations.find(reported, { sort: { index: 1 }, limit: 1 }, failedRow);
  const names = servers.map(({ name }) => name);
  return [MESSAGES.nobodyRuns(names), last?.error ?? []].flat().join(" ");
}
