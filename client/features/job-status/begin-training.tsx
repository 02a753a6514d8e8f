import { Button, Switch } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { DEFAULT_TRAINING_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { awaitsSimulations } from "@understudy/shared/domain/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { call } from "#api/call.ts";
import { upsertJob } from "#data/jobs.ts";
import { useAction } from "#ui/use-action.ts";

/** True if a job can still be set to train by itself. */
export const mayTrainLater = (
  job: Pick<
    Job,
    | "objective"
    | "status"
    | "has_simulations"
    | "has_been_configured"
    | "interrupted_while_training"
    | "can_be_changed"
  >,
): boolean =>
  OBJECTIVE_TRAITS[job.objective].hasTraining &&
  job.has_simulations &&
  !job.has_been_configured &&
  job.can_be_changed &&
  !job.interrupted_while_training &&
  awaitsSimulations(job.status);

/** Lets the training follow the simulations, with the default settings. */
export function TrainWhenDone({ job }: { job: Job }) {
  const { run, busy } = useAction("saving this choice");
  const choose = (train_when_done: boolean) =>
    run(async () => {
      upsertJob(await call("trainWhenDone", { params: { job_id: job.id }, body: { train_when_done } }));
    });
  return (
    <Switch
      size="xs"
      mt={6}
      label="Train when the simulations are done"
      description={
        job.train_when_done
          ? "With the default settings, unless you configure the training before."
          : "Off: once the simulations are done, the job waits for you to configure the training."
      }
      checked={job.train_when_done}
      disabled={busy}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  );
}

/** Starts the training of a job that waits to be configured, as it is. */
export function TrainNow({ job }: { job: Job }) {
  const { run, busy } = useAction("starting the training");
  const { train_on } = DEFAULT_TRAINING_OPTIONS;
  const start = () =>
    run(async () => {
      upsertJob(await call("startTraining", { params: { job_id: job.id }, body: { train_on } }));
    });
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void start()}>
      Train with default settings
    </Button>
  );
}
