import { Button, Group, Menu, Text } from "@mantine/core";
import { IconAlertTriangle, IconChevronDown } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobServer } from "@understudy/shared/api/job-servers.ts";
import { isSimulating } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useConnectedServers } from "#data/connected-servers.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { upsertJob } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { useAction } from "#ui/use-action.ts";
import { describeMissing } from "./missing-servers.ts";

/** A server that goes is told within ten seconds. */
const POLL_MS = 3_000;

/** Names the servers of a job that are not connected or not shared any more while it simulates, and offers its creator other ones. */
export const RunServers = ({ job }: { job: Job }) =>
  !job.is_data_driven && isSimulating(job.status) ? <Servers job={job} /> : null;

function Servers({ job }: { job: Job }) {
  const { id } = job;
  const load = useCallback(
    (signal: AbortSignal) => call("getJobServers", { params: { job_id: id }, signal }),
    [id],
  );
  const { value, reload } = useQuery(load, { everyMs: POLL_MS });
  const text = value === null ? null : describeMissing(value.items);
  if (value === null || text === null) return null;
  return (
    <Group gap="xs" wrap="wrap">
      <Text size="sm" role="status">
        <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: "text-bottom", marginRight: 4 }} />
        {text}
      </Text>
      <OtherServers job={job} chosen={value.items} onAdded={reload} />
    </Group>
  );
}

type OthersProps = { job: Job; chosen: readonly JobServer[]; onAdded: () => void };

/** Other connected servers that the creator may use; nothing where there is none, or to anybody else. */
function OtherServers({ job, chosen, onAdded }: OthersProps) {
  // A job runs on its creator's servers, and on those that are shared with the creator.
  const isOwn = job.creator_id === useCurrentUser().id;
  const { servers } = useConnectedServers(isOwn);
  const { run, busy } = useAction("choosing another server", {
    message: ({ fields }) => Object.values(fields).flat()[0] ?? MESSAGES.action("choosing another server"),
  });
  const candidates = (servers ?? []).filter(
    ({ id, role, held_back }) =>
      role !== "Training" && held_back === null && chosen.every((server) => server.id !== id),
  );
  if (!isOwn || candidates.length === 0) return null;
  const add = (id: number, concurrent_simulations: number) =>
    run(async () => {
      const body = { id, concurrent_simulations };
      upsertJob(await call("addJobServer", { params: { job_id: job.id }, body }));
      onAdded();
    });
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          rightSection={<IconChevronDown size={14} />}
        >
          Use another server
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {candidates.map(({ id, name, allowed, running, is_own, sharing }) => (
          <Menu.Item key={id} onClick={() => void add(id, Math.max(1, allowed - running))}>
            {is_own ? name : `${name} (${sharing?.owner_name})`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
