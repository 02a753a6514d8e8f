import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { call } from "#api/call.ts";
import { useConnectedServers } from "#data/connected-servers.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { upsertJob } from "#data/jobs.ts";
import { ON_PLATFORM, type TrainingLocation, trainingServers } from "#job/training-location.ts";
import { useAction } from "#ui/use-action.ts";

/** Trains the job on the platform at once, where its machine failed. */
export function TrainOnPlatform({ jobId }: { jobId: number }) {
  const { run, busy } = useAction("training the job on the platform");
  const params = { job_id: jobId };
  const train = () =>
    run(async () => {
      upsertJob(await call("moveTraining", { params, body: ON_PLATFORM }));
      upsertJob(await call("retryJob", { params }));
    });
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void train()}>
      Train on the platform instead
    </Button>
  );
}

/** Other locations for a training, which continues there from its last checkpoint. Nothing where there is no other. */
export function ChangeTrainingLocation({ job }: { job: Job }) {
  const { servers } = useConnectedServers();
  const { run, busy } = useAction("moving the training", {
    message: ({ fields }) => Object.values(fields).flat()[0] ?? MESSAGES.action("moving the training"),
  });
  const here = job.training_server?.id ?? null;
  const { provisioned_machine } = useCurrentUser();
  const isOnMachine = job.training_server?.is_machine === true;
  const mayBeOnMachine = provisioned_machine !== null && !isOnMachine;
  const otherServers = trainingServers(servers ?? []).filter(
    ({ id, held_back }) => id !== here && held_back === null,
  );
  if (otherServers.length === 0 && here === null && !mayBeOnMachine) return null;
  const move = (body: TrainingLocation) =>
    run(async () => {
      upsertJob(await call("moveTraining", { params: { job_id: job.id }, body }));
    });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" loading={busy} rightSection={<IconChevronDown size={14} />}>
          Change training location
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {here !== null && (
          <Menu.Item onClick={() => void move(ON_PLATFORM)}>On this platform's CPUs</Menu.Item>
        )}
        {mayBeOnMachine && (
          <Menu.Item onClick={() => void move({ train_on: "provision", resource_id: null })}>
            On a {provisioned_machine.name} of the platform
          </Menu.Item>
        )}
        {otherServers.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => void move({ train_on: "server", resource_id: id })}>
            On {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
