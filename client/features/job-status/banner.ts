import type { Job } from "@understudy/shared/api/job.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";

/** An action on a job's state; `doing` names it in the message of its failure. */
export type BannerAction = {
  readonly call: "pauseJob" | "resumeJob" | "retryJob" | "extendJob" | "configure";
  readonly label: string;
  readonly doing: string;
};

export type Banner = {
  readonly tone: "active" | "good" | "bad" | "paused" | "waiting";
  readonly title: string;
  /** The error, in the server's words. */
  readonly detail: string | null;
  readonly action: BannerAction | null;
};

type BannerFacts = Pick<
  Job,
  | "status"
  | "objective"
  | "can_be_paused"
  | "interrupted_while_training"
  | "interrupted_by"
  | "creator_id"
  | "training_server"
  | "error"
  | "can_be_changed"
  | "has_simulations"
  | "emulator_verdict"
>;

const PAUSE_ACTION = { call: "pauseJob", label: "Pause", doing: "pausing the job" } as const;
const STOP_ACTION = { call: "pauseJob", label: "Stop Training", doing: "stopping the training" } as const;
const RETRY_ACTION = { call: "retryJob", label: "Retry", doing: "retrying the job" } as const;
const RESUME_ACTION = { call: "resumeJob", label: "Resume", doing: "resuming the job" } as const;
const RESUME_TRAINING_ACTION = {
  call: "resumeJob",
  label: "Resume Training",
  doing: "resuming the training",
} as const;
const TRAIN_ON_ACTION = {
  call: "resumeJob",
  label: "Resume training",
  doing: "resuming the training",
} as const;
const EXTEND_ACTION = { call: "extendJob", label: "Extend", doing: "extending the job" } as const;
const CONFIGURE_ACTION = { call: "configure", label: "Configure Training", doing: "" } as const;

const createActiveBanner = (title: string, action: BannerAction): Banner => ({
  tone: "active",
  title,
  detail: null,
  action,
});

/** A training on the platform, or on the server that was chosen for it. */
function training(title: string, { training_server: server }: BannerFacts): Banner {
  if (server === null) return createActiveBanner(title, STOP_ACTION);
  const { name, is_machine, is_training, trouble } = server;
  if (is_training) return createActiveBanner(`Training on ${name}`, STOP_ACTION);
  if (is_machine) return createActiveBanner(`Waiting for a ${name}`, STOP_ACTION);
  const begins = "Training continues automatically once this server is connected and free.";
  const detail = trouble === null ? begins : `${begins} Last attempt: ${trouble}`;
  return { ...createActiveBanner(`Waiting for ${name}`, STOP_ACTION), detail };
}

/** True if a person may want to train somewhere else. */
export const mayMove = ({
  status,
  can_be_changed,
  interrupted_while_training,
  training_server,
}: BannerFacts): boolean => {
  if (!can_be_changed) return false;
  if (status === "Training Failed" || interrupted_while_training) return true;
  const isDue = status === "Pending Training" || status === "Training";
  return isDue && training_server !== null && !training_server.is_training;
};

/** True: the platform could not train the job on a machine, so that training it on its own processors helps. */
export const mayTrainOnPlatform = ({
  status,
  can_be_changed,
  training_server,
}: Pick<BannerFacts, "status" | "can_be_changed" | "training_server">): boolean =>
  status === "Training Failed" && can_be_changed && training_server?.is_machine === true;

/** A job that is done is as good as its emulator. */
function chooseTone({ emulator_verdict }: BannerFacts): Banner["tone"] {
  if (emulator_verdict === "not usable") return "bad";
  return emulator_verdict === "rough" ? "paused" : "good";
}

/** Names the person who interrupted the job, as its creator or somebody else reads it. */
function interruptionTitle({ interrupted_by: by, creator_id }: BannerFacts, userId: number): string {
  if (by !== null && by.id !== userId) return MESSAGES.pausedBy(by.name);
  if (creator_id === userId) return MESSAGES.interrupted;
  return by === null ? MESSAGES.jobInterrupted : MESSAGES.pausedByYou;
}

function configurationTitle({ has_simulations, can_be_changed }: BannerFacts): string {
  const done = has_simulations ? "The simulations are done." : "The data has been read.";
  if (!can_be_changed) return `${done} The training is not configured yet.`;
  return has_simulations
    ? `${done} The job waits for you to configure its training.`
    : `${done} Configure the training to continue.`;
}

function describeStatus(job: BannerFacts, userId: number): Banner {
  const { status } = job;
  switch (status) {
    case "Validating":
    case "Preprocessing":
    case "Running":
    case "Verifying":
      return createActiveBanner(status, PAUSE_ACTION);
    case "Pending Running":
      return createActiveBanner("Waiting to run", PAUSE_ACTION);
    case "Pending Training":
      return training("Waiting to train", job);
    case "Training":
      return training("Training", job);
    case "Interrupted":
      return {
        tone: "paused",
        title: interruptionTitle(job, userId),
        detail:
          job.interrupted_while_training && job.training_server !== null
            ? `When resumed, it trains on ${job.training_server.is_machine ? "a new " : ""}${job.training_server.name}.`
            : null,
        action: job.interrupted_while_training ? RESUME_TRAINING_ACTION : RESUME_ACTION,
      };
    case "Complete": {
      const more = {
        Training: TRAIN_ON_ACTION,
        Sampling: EXTEND_ACTION,
        Optimization: null,
        "Out of Spec": null,
        "Single Run": null,
      };
      return { tone: chooseTone(job), title: "Complete", detail: null, action: more[job.objective] };
    }
    case "Running Failed":
      return { tone: "bad", title: MESSAGES.running, detail: job.error, action: RETRY_ACTION };
    case "Training Failed":
      return { tone: "bad", title: MESSAGES.training, detail: job.error, action: RETRY_ACTION };
    case "Validation Failed":
      return { tone: "bad", title: MESSAGES.validating, detail: job.error, action: RETRY_ACTION };
    case "Awaiting Configuration":
      return {
        tone: "waiting",
        title: configurationTitle(job),
        detail: null,
        action: CONFIGURE_ACTION,
      };
    default:
      return assertNever(status);
  }
}

/** The text and the action of the status banner for a user. */
export function createBanner(job: BannerFacts, userId: number): Banner {
  const banner = describeStatus(job, userId);
  const allowed = banner.action?.call === "pauseJob" ? job.can_be_paused : job.can_be_changed;
  return allowed ? banner : { ...banner, action: null };
}
