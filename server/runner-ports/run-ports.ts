import { join } from "node:path";
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { RunPorts, RunWork } from "@understudy/engine/runner/contract/run-ports.ts";
import type { SearchWork } from "@understudy/engine/runner/contract/search-ports.ts";
import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { PENDING_STATUSES } from "@understudy/shared/domain/simulation.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { changeJob } from "../commands/jobs/change-job.ts";
import { claimJob, holds } from "../commands/jobs/claim-work.ts";
import type { ProgressKeeper } from "../commands/jobs/progress.ts";
import { stageEarlierResults } from "../commands/optimizations/earlier-results.ts";
import { storeFound } from "../commands/optimizations/store-found.ts";
import { storeRegions } from "../commands/optimizations/store-regions.ts";
import { storedSimulations, storeScores } from "../commands/optimizations/stored-simulations.ts";
import { outcome } from "../commands/runner/outcome.ts";
import { PHASE_STATUSES } from "../commands/runner/work.ts";
import { resumeChain } from "../commands/samplings/resume-chain.ts";
import { toSamplingWork } from "../commands/samplings/sampling-work.ts";
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
import { readChosenScore } from "../files/score-files.ts";
import { readSpecModel } from "../files/specs/open.ts";
import { type JobRecord, jobRecord } from "../models/job.ts";
import { isSimulated, type JobRun } from "../models/run.ts";
import { simulationRow } from "../models/simulation.ts";
import type { Platform, Records, RecordsAndFiles } from "../platform/platform.ts";
import { isHeldBack } from "../policies/resource.ts";

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
    resumeSimulations: async (claim) => {
      // A job that has just been paused keeps the simulations that the pause ended, although its runner has not noticed yet.
      const runs = { ...holds(claim), status: { $in: [...PHASE_STATUSES.running] } };
      if ((await store.jobs.count(runs)) > 0) await resumeSimulations(platform, claim.jobId, false);
    },
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

async function claimRun(
  platform: Pick<Platform, "store" | "storage" | "publish" | "wakeUps">,
  claim: Claim,
): Promise<RunWork | null> {
  const job = await claimJob(platform, claim);
  if (job === null || job.run === null || job.spec_version_id === null) return null;
  const { run, work } = job;
  const { hasChain } = OBJECTIVE_TRAITS[job.objective];
  // Before the job is Running: until then servers get none of them.
  if (job.status === "Pending Running") {
    if (hasChain && isSimulated(run)) await resumeChain(platform, job._id, work.retry);
    else await resumeSimulations(platform, job._id, work.retry);
  }
  const manifest = await readSpecModel(platform, job.spec_version_id);
  const config = configOfSpec(manifest, run.variables);
  const used = manifest.coordinates.filter(({ name }) =>
    config.coordinates.some((coordinate) => coordinate.name === name),
  );
  const workDir = platform.storage.workDir(job._id);
  await platform.storage.createWorkDir(job._id);
  const design: Design = {
    workDir,
    objective: job.objective,
    variables: run.variables,
    config,
    grids: Object.fromEntries(used.map(({ name, grid }) => [name, [...gridValues(grid)]])),
    seed: run.seed,
    relation: run.relation,
    maximum: run.maximum_simulations,
    extraData: locateExtraData(workDir, run),
    validationPercentage: job.config.training.validation_percentage,
    options: job.config.data_options,
    more: work.more,
  };
  const searched = { ...job, run };
  const verifies = run.emulator !== null && isSimulated(run);
  if (hasChain)
    return { ...design, verifies, search: null, sampling: await toSamplingWork(searched, manifest, design) };
  return {
    ...design,
    verifies,
    search: await toSearch(platform, searched, manifest, design),
    sampling: null,
  };
}

const locateExtraData = (workDir: string, { extra_data }: JobRun) =>
  extra_data === null ? null : { path: join(workDir, extra_data), name: extra_data };

type Design = Omit<RunWork, "search" | "sampling" | "verifies">;

/** Builds the search of an optimisation; null when the job's simulations are a design. */
async function toSearch(
  platform: RecordsAndFiles,
  job: JobRecord & { readonly run: JobRun },
  model: SpecModel,
  { workDir, config, grids, extraData }: Design,
): Promise<SearchWork | null> {
  const { run } = job;
  const { emulator, score_function, variables, further_goals, seed, maximum_simulations, warm_start } = run;
  if (score_function === null) return null;
  const search = {
    workDir,
    model,
    variables,
    score: await readChosenScore(score_function, workDir),
    furtherGoals: further_goals,
    distributions: run.distributions,
    seed,
    maximum: maximum_simulations,
    warmStart: warm_start,
    extraData,
    relation: run.relation,
  };
  if (emulator !== null) {
    const starts = emulator.starts && join(workDir, emulator.starts);
    return { ...search, emulator: join(workDir, emulator.file), starts };
  }
  const { inputs, outputs, coordinates } = config;
  const earlierResults = run.earlier_simulations ? await stageEarlierResults(platform, job) : null;
  const axes = Object.fromEntries(Object.entries(grids).map(([name, grid]) => [name, [...grid]]));
  return { ...search, emulator: null, config: { inputs, outputs, coordinates }, grids: axes, earlierResults };
}
