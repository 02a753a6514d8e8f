import { z } from "zod";
import { OBJECTIVE_TRAITS, type Objective } from "./objectives.ts";

/**
 * A job has an objective and passes through these states.
 *
 * ```
 * data-driven   Validating -> Preprocessing -> Awaiting Configuration -> Pending Training -> Training -> Complete
 *                   \-------------\-> Validation Failed (retry)              \-> Training Failed (retry)
 *               Awaiting Configuration --retry--> Validating, with other data options
 *               Preprocessing -> Pending Training where it takes over the settings of another job
 * from a spec   Pending Running -> Running -> [Awaiting Configuration] -> Pending Training -> Training -> Complete
 *                                     \-> Running Failed (retry)
 * optimise / sample / single run      Pending Running -> Running -> Complete
 * out of spec                         Pending Running -> Running -> Verifying -> Complete
 * any active state --pause--> Interrupted --resume--> the pending state of the phase it left
 * Complete --resume (Training)--> Pending Training; from a spec Pending Running, for more simulations
 * Complete --extend (Sampling)--> Pending Running
 * ```
 */
export const jobStatus = z.enum([
  "Validating",
  "Preprocessing",
  "Pending Running",
  "Running",
  "Pending Training",
  "Training",
  "Verifying",
  "Interrupted",
  "Complete",
  "Running Failed",
  "Training Failed",
  "Validation Failed",
  "Awaiting Configuration",
]);
export type JobStatus = z.infer<typeof jobStatus>;

/** The states in which something is working on the job, or waits in a queue to do so. */
export const ACTIVE_STATUSES = [
  "Validating",
  "Preprocessing",
  "Pending Running",
  "Running",
  "Pending Training",
  "Training",
  "Verifying",
] as const satisfies readonly JobStatus[];
export type ActiveStatus = (typeof ACTIVE_STATUSES)[number];

const BEFORE_SIMULATED: readonly JobStatus[] = [
  "Pending Running",
  "Running",
  "Running Failed",
  "Interrupted",
];
/** True: simulations of a job in this state may still be to come, so that it can be set to train after them. */
export const awaitsSimulations = (status: JobStatus): boolean => BEFORE_SIMULATED.includes(status);

const SIMULATING_STATUSES: readonly JobStatus[] = ["Pending Running", "Running", "Verifying"];
/** True: servers may be running simulations of a job in this state, or the job waits for them. */
export const isSimulating = (status: JobStatus): boolean => SIMULATING_STATUSES.includes(status);

/** A trigger changes the status: an action of a person, or an event of the runner. */
export const jobTrigger = z.enum([
  "validated", // the files are sound; their columns are read next
  "preprocessed", // columns, ranges and splits are known
  "start-training", // a person pressed Start Training
  "configure-training", // a person configured the training while simulations still run
  "run-started", // a runner took a Pending Running job
  "training-started", // a runner took a Pending Training job
  "run-finished", // all simulations, or the search, are done
  "verified",
  "training-finished",
  "failed", // the work ended in an error
  "restarted", // a runner died while it read the columns: the files are read again
  "pause",
  "resume",
  "retry",
  "extend",
]);
export type JobTrigger = z.infer<typeof jobTrigger>;

/** Transitions depend on these facts besides the status. */
export type TransitionFacts = {
  readonly objective: Objective;
  readonly isDataDriven: boolean;
  readonly hasBeenConfigured: boolean;
  /** The job was set to train with the default settings once its simulations are done. */
  readonly trainsWhenDone: boolean;
  /** The active state that a pause ended, or null. */
  readonly interruptedStatus: ActiveStatus | null;
};

type Target = JobStatus | ((facts: TransitionFacts) => JobStatus | null);

/** The pending state of the phase that a pause ended. */
const resumed = ({ interruptedStatus }: TransitionFacts): JobStatus | null => {
  switch (interruptedStatus) {
    case "Validating":
    case "Preprocessing":
      return "Validating";
    case "Pending Training":
    case "Training":
      return "Pending Training";
    case "Pending Running":
    case "Running":
    case "Verifying":
      return "Pending Running";
    case null:
      return null;
  }
};

/** A job that takes over the settings of another one needs no configuring. */
const read = ({ hasBeenConfigured }: TransitionFacts): JobStatus =>
  hasBeenConfigured ? "Pending Training" : "Awaiting Configuration";
/** The rows of uploaded files are read again, or those of simulations prepared again, with other data options. */
const readAgain = ({ isDataDriven }: TransitionFacts): JobStatus =>
  isDataDriven ? "Validating" : "Pending Running";

const finishedRun = ({ objective, hasBeenConfigured, trainsWhenDone }: TransitionFacts): JobStatus => {
  const { hasTraining, hasVerification } = OBJECTIVE_TRAITS[objective];
  if (hasTraining) return hasBeenConfigured || trainsWhenDone ? "Pending Training" : "Awaiting Configuration";
  return hasVerification ? "Verifying" : "Complete";
};

/** A job from a spec runs more simulations first. */
const resumedComplete = ({ objective, isDataDriven }: TransitionFacts): JobStatus | null => {
  if (!OBJECTIVE_TRAITS[objective].hasTraining) return null;
  return isDataDriven ? "Pending Training" : "Pending Running";
};
const extended = ({ objective }: TransitionFacts): JobStatus | null =>
  OBJECTIVE_TRAITS[objective].canBeExtended ? "Pending Running" : null;
const configuredWhileRunning = ({ objective }: TransitionFacts): JobStatus | null =>
  OBJECTIVE_TRAITS[objective].hasTraining ? "Running" : null;

/** The one table of arrows. A trigger that a status does not list is refused with 409. */
export const JOB_TRANSITIONS: Readonly<Record<JobStatus, Readonly<Partial<Record<JobTrigger, Target>>>>> = {
  Validating: { validated: "Preprocessing", failed: "Validation Failed", pause: "Interrupted" },
  Preprocessing: {
    preprocessed: read,
    restarted: "Validating",
    failed: "Validation Failed",
    pause: "Interrupted",
  },
  "Validation Failed": { retry: "Validating" },
  "Awaiting Configuration": { "start-training": "Pending Training", retry: readAgain },
  "Pending Training": { "training-started": "Training", failed: "Training Failed", pause: "Interrupted" },
  Training: { "training-finished": "Complete", failed: "Training Failed", pause: "Interrupted" },
  "Training Failed": { retry: "Pending Training" },
  "Pending Running": { "run-started": "Running", failed: "Running Failed", pause: "Interrupted" },
  Running: {
    "run-finished": finishedRun,
    "configure-training": configuredWhileRunning,
    failed: "Running Failed",
    pause: "Interrupted",
  },
  "Running Failed": { retry: "Pending Running" },
  Verifying: { verified: "Complete", failed: "Running Failed", pause: "Interrupted" },
  Interrupted: { resume: resumed },
  Complete: { resume: resumedComplete, extend: extended },
};

/** The status that `trigger` leads to from `status`, or null when there is no such arrow. */
export function nextStatus(status: JobStatus, trigger: JobTrigger, facts: TransitionFacts): JobStatus | null {
  const target = JOB_TRANSITIONS[status][trigger];
  if (target === undefined) return null;
  return typeof target === "function" ? target(facts) : target;
}

export function isActive(status: JobStatus): status is ActiveStatus {
  return ACTIVE_STATUSES.some((active) => active === status);
}

/** The states in which the page of a Training job shows the configure step instead of tabs. */
export function isBeforeConfiguration(status: JobStatus): boolean {
  return status === "Validating" || status === "Preprocessing" || status === "Validation Failed";
}

export const trainingEffort = z.enum(["quick", "standard", "thorough"]);
export type TrainingEffort = z.infer<typeof trainingEffort>;

export const trainOn = z.enum(["platform", "server", "provision"]);
export type TrainOn = z.infer<typeof trainOn>;

export const dataSet = z.enum(["training", "validation", "combined"]);
export type DataSet = z.infer<typeof dataSet>;
