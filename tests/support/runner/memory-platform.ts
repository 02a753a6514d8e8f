/** A platform in memory: jobs, and the ports through which runners work on them, with everything that happened noted. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Claim, Phase, Work, WriteOutcome } from "@understudy/engine/runner/contract/claim.ts";
import { type DataOptions, type JobConfig, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import {
  type ActiveStatus,
  isActive,
  type JobStatus,
  type JobTrigger,
  nextStatus,
  type TransitionFacts,
} from "@understudy/shared/domain/job.ts";
import type { DataSource, RunnerPorts, StoredEmulator } from "../../../engine/runner/contract/ports.ts";
import { temporaryFolder } from "../cleanup.ts";
import { NO_RUNS } from "./no-runs.ts";

export type MemoryJob = {
  readonly id: number;
  readonly workDir: string;
  status: JobStatus;
  interruptedStatus: ActiveStatus | null;
  /** Every status the job has had. */
  readonly history: JobStatus[];
  ticket: number;
  claimId: string | null;
  readonly claims: string[];
  /** For each claim, how many points of training there were when it was made. */
  readonly pointsAtClaims: number[];
  effort: JobConfig["training"]["effort"];
  source: DataSource;
  options: DataOptions;
  config: JobConfig | null;
  error: string | null;
  validationErrors: Readonly<Record<string, readonly string[]>> | null;
  readonly loss: number[];
  readonly progress: { percentage: number; text: string | null }[];
  readonly emulators: StoredEmulator[];
  /** The files of the provisional emulators, and how many points there were when each was stored. */
  readonly provisional: { readonly file: string; readonly points: number }[];
  /** The number of points when the training was over. */
  pointsAtFinish: number;
  more: boolean;
};

export type MemoryPlatform = {
  readonly ports: RunnerPorts;
  /** The time ratios of the trainings so far. */
  readonly timeRatios: readonly number[];
  /** A job whose files hold these texts, Validating. */
  create(parameters: string, outputs: string): MemoryJob;
  /** Applies an action of a person. @returns the work to queue, if the job now waits for a runner */
  act(job: MemoryJob, trigger: JobTrigger): Work;
  work(job: MemoryJob): Work;
  remove(job: MemoryJob): void;
};

const PHASE_STATUSES: Readonly<Record<Phase, readonly JobStatus[]>> = {
  data: ["Validating", "Preprocessing"],
  running: ["Pending Running", "Running"],
  training: ["Pending Training", "Training"],
};
const listFacts = ({ config, interruptedStatus }: MemoryJob): TransitionFacts => ({
  objective: "Training",
  isDataDriven: true,
  hasBeenConfigured: config !== null,
  trainsWhenDone: false,
  interruptedStatus,
});
const findPhase = ({ status }: MemoryJob): Phase =>
  PHASE_STATUSES.data.includes(status) ? "data" : "training";

export function createMemoryPlatform(): MemoryPlatform {
  const jobs = new Map<number, MemoryJob>();
  const timeRatios: number[] = [];
  let nextId = 1;
  let nextTicket = 1;

  const held = ({ jobId, ticket, claimId }: Claim): MemoryJob | null => {
    const job = jobs.get(jobId);
    return job !== undefined && job.ticket === ticket && job.claimId === claimId ? job : null;
  };

  const move = (job: MemoryJob, trigger: JobTrigger): boolean => {
    const status = nextStatus(job.status, trigger, listFacts(job));
    if (status === null) return false;
    job.interruptedStatus = trigger === "pause" && isActive(job.status) ? job.status : null;
    if (status === "Validating" || status === "Pending Training") {
      job.ticket = nextTicket++;
      job.claimId = null;
      job.more = job.status === "Complete";
      job.error = null;
      job.validationErrors = null;
    }
    job.status = status;
    job.history.push(status);
    return true;
  };

  const takeJob = ({ jobId, phase, ticket, claimId }: Claim): MemoryJob | null => {
    const job = jobs.get(jobId);
    if (job === undefined || job.ticket !== ticket || !PHASE_STATUSES[phase].includes(job.status))
      return null;
    if (job.status === "Preprocessing") {
      job.status = "Validating";
      job.history.push("Validating");
    }
    job.claimId = claimId;
    job.claims.push(claimId);
    job.pointsAtClaims.push(job.loss.length);
    return job;
  };
  const outcome = (applied: boolean): WriteOutcome => (applied ? "applied" : "refused");
  const makeWork = (job: MemoryJob): Work => ({ jobId: job.id, phase: findPhase(job), ticket: job.ticket });

  const ports: RunnerPorts = {
    ...NO_RUNS,
    claimData: async (claim) => {
      const job = takeJob(claim);
      if (job === null) return null;
      const { workDir, source, options, config } = job;
      return { workDir, source, options, validationPercentage: 20, previousConfig: config };
    },
    claimTraining: async (claim) => {
      const job = takeJob(claim);
      if (job === null || job.config === null) return null;
      const { workDir, config, more, loss } = job;
      const options = { ...config.training, effort: job.effort };
      const publishesProvisional = job.emulators.length === 0;
      const common = { workDir, config, options, more, publishesProvisional };
      return { ...common, focusRegions: [], trainingPointCount: loss.length };
    },
    claimState: async (claim) => {
      const job = held(claim);
      if (job === null) return "lost";
      return PHASE_STATUSES[claim.phase].includes(job.status) ? "wanted" : "ended";
    },
    transition: async (claim, change) => {
      const job = held(claim);
      if (job === null) return "refused";
      if (change.trigger === "training-started" && job.status === "Training") return "applied";
      if (!move(job, change.trigger)) return "refused";
      if (change.trigger === "preprocessed") job.config = change.result.config;
      if (change.trigger === "training-finished") {
        job.emulators.push(change.emulator);
        job.pointsAtFinish = job.loss.length;
      }
      if (change.trigger === "failed") {
        job.error = change.error;
        job.validationErrors = change.validationErrors;
      }
      return "applied";
    },
    storeEmulator: async (claim, emulator) => outcome((held(claim)?.emulators.push(emulator) ?? 0) > 0),
    storeProvisionalEmulator: async (runnerClaim, file) => {
      const job = held(runnerClaim);
      if (job === null || job.status !== "Training") return "refused";
      job.provisional.push({ file, points: job.loss.length });
      return "applied";
    },
    appendTrainingPoints: async (claim, { from, loss }) => {
      const job = held(claim);
      job?.loss.splice(from, loss.length, ...loss);
      return outcome(job !== null);
    },
    trainingEvidence: async () => ({ slowdowns: [], ratios: timeRatios }),
    recordTrainingTimeRatio: async (ratio) => {
      timeRatios.push(ratio);
    },
    publishProgress: async (claim, percentage, text) => {
      held(claim)?.progress.push({ percentage, text });
    },
    checkDisk: async () => null,
    listUnfinished: async () => [...jobs.values()].filter(({ status }) => isActive(status)).map(makeWork),
  };

  return {
    ports,
    timeRatios,
    work: makeWork,
    act: (job, trigger) => {
      if (!move(job, trigger)) throw new Error(`${trigger} from ${job.status} is no arrow`);
      return makeWork(job);
    },
    remove: (job) => {
      jobs.delete(job.id);
    },
    create: (parameters, outputs) => {
      const job = makeUploadedJob(nextId++, nextTicket++, { parameters, outputs });
      jobs.set(job.id, job);
      return job;
    },
  };
}

/** A job whose files were just uploaded. @param texts of the files */
function makeUploadedJob(
  id: number,
  ticket: number,
  texts: { readonly parameters: string; readonly outputs: string },
): MemoryJob {
  const folder = temporaryFolder("job");
  const workDir = join(folder, "work");
  mkdirSync(workDir);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return { path: join(folder, name), name };
  };
  const files = {
    parameters: file("parameters.csv", texts.parameters),
    outputs: file("outputs.csv", texts.outputs),
  };
  return {
    id,
    workDir,
    status: "Validating",
    interruptedStatus: null,
    history: ["Validating"],
    ticket,
    claimId: null,
    claims: [],
    pointsAtClaims: [],
    effort: "quick",
    source: { files, sourceJob: null },
    options: NO_DATA_OPTIONS,
    config: null,
    error: null,
    validationErrors: null,
    loss: [],
    progress: [],
    emulators: [],
    provisional: [],
    pointsAtFinish: 0,
    more: false,
  };
}
