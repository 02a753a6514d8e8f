import { Text } from "@mantine/core";
import type { PersonQueue, PlatformMachine, PlatformServer } from "@understudy/shared/api/platform.ts";
import { FactTable } from "#ui/fact-table.tsx";
import { Moment } from "#ui/moment.tsx";
import { TextLink } from "#ui/text-link.tsx";
import classes from "./platform.module.css";

const QUEUE_COLUMNS = ["User", "Queue", "Weight", "Waiting", "In progress", "Longest wait since"];
const QUEUE_LABELS: Readonly<Record<PersonQueue["queue"], string>> = {
  data: "Reading files",
  running: "Running",
  training: "Training",
  "short-training": "Short training",
  machines: "Machine for a training",
};

/** The jobs that wait or are worked on, by queue and person. */
export function QueueTable({ queues }: { queues: PersonQueue[] }) {
  const rows = queues.map(({ queue, user_id, user_name, weight, waiting, running, oldest_queued_time }) => ({
    key: `${queue} ${user_id}`,
    name: user_name,
    values: [
      QUEUE_LABELS[queue],
      String(weight),
      String(waiting),
      String(running),
      <Moment key="oldest" time={oldest_queued_time} none="–" />,
    ],
  }));
  return <FactTable label="Queues by person" columns={QUEUE_COLUMNS} rows={rows} />;
}

const SERVER_COLUMNS = ["Server", "Owner", "Role", "Simulations", "Cores", "Client"];

/** The servers of all people that are connected now. */
export function ServerTable({ servers }: { servers: PlatformServer[] }) {
  const rows = servers.map(
    ({ id, name, owner_name, role, running, allowed, cores, client_version, is_shared }) => ({
      key: String(id),
      name,
      values: [
        is_shared ? `${owner_name} (shared)` : owner_name,
        role,
        `${running} of ${allowed}`,
        String(cores),
        client_version === "" ? "–" : client_version,
      ],
    }),
  );
  return <FactTable label="Connected servers" columns={SERVER_COLUMNS} rows={rows} />;
}

const MACHINE_COLUMNS = ["Machine", "Job", "Owner", "State", "Created", "Cost an hour"];
const PHASE_LABELS: Readonly<Record<PlatformMachine["phase"], string>> = {
  creating: "Being created",
  installing: "Installing",
  connected: "Connected",
  releasing: "Being deleted",
};

/** The machines that the platform has created for trainings, until they are gone. */
export function MachineTable({
  machines,
  hourlyCost,
}: {
  machines: PlatformMachine[];
  hourlyCost: string | null;
}) {
  const rows = machines.map(({ id, name, label, job_id, owner_name, phase, creation_time, problem }) => ({
    key: String(id),
    name: (
      <>
        {label}
        <span className={classes.detail}>{name}</span>
      </>
    ),
    values: [
      <TextLink key="job" to={`/jobs/${job_id}`}>
        Job {job_id}
      </TextLink>,
      owner_name,
      <span key="phase">
        {PHASE_LABELS[phase]}
        {problem !== null && (
          <Text span size="xs" c="var(--text-warning)" display="block">
            {problem}
          </Text>
        )}
      </span>,
      <Moment key="created" time={creation_time} none="" />,
      hourlyCost ?? "–",
    ],
  }));
  return <FactTable label="Machines for trainings" columns={MACHINE_COLUMNS} rows={rows} />;
}
