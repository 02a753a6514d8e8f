import { Button, Modal, Stack, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconShare } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Share } from "@understudy/shared/api/share.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useEffect, useState } from "react";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useQuery } from "#data/query.ts";
import { Copyable } from "#ui/copyable.tsx";
import { FilterBox } from "#ui/filter-box.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { useAction } from "#ui/use-action.ts";
import classes from "./share.module.css";

/** Opens the choice of the restricted users who see a job. For people who may change it. */
export function ShareButton({ job }: { job: Job }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="compact-sm" leftSection={<IconShare size={15} />} onClick={open}>
        Share
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={`Share ${job.name}`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <ShareDialog job={job} />
      </Modal>
    </>
  );
}

/** Chooses the restricted users who see a job's emulator; the full users see every job. */
function ShareDialog({ job }: { job: Job }) {
  const [filter, setFilter] = useState("");
  const { shares, totalCount, failure, reload, share } = useShares(job.id, filter);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Restricted users see the emulator of this job, and nothing else of it. Full users see every job.
      </Text>
      {(filter !== "" || totalCount > 5) && (
        <FilterBox value={filter} onChange={setFilter} placeholder="Filter by name or email" />
      )}
      {failure !== null && <ErrorBanner message={MESSAGES.loadingItems("user")} onRetry={reload} />}
      {shares === null && failure === null && <LoadingLines rows={3} height={29} />}
      {shares !== null && (
        <fieldset className={classes.list} aria-label="Restricted users">
          {shares.map((userShare) => (
            <ShareSwitch
              key={userShare.user_id}
              share={userShare}
              onChange={(shared) => void share(userShare, shared)}
            />
          ))}
        </fieldset>
      )}
      {shares?.length === 0 && <NoShares isFiltered={filter !== ""} />}
      {shares !== null && shares.length < totalCount && (
        <Text size="sm" c="dimmed">
          The first {shares.length} of {totalCount}. Filter to find the others.
        </Text>
      )}
      {job.emulator_status === null && (
        <Text size="sm" c="dimmed">
          This job has no emulator yet; they see it as soon as there is one.
        </Text>
      )}
      <Copyable label="link" text={new URL(`/jobs/${job.id}`, window.location.origin).href} />
    </Stack>
  );
}

type SwitchProps = { share: Share; onChange: (shared: boolean) => void };

function ShareSwitch({ share: { name, email, shared }, onChange }: SwitchProps) {
  return (
    <Switch
      label={name}
      description={email}
      checked={shared}
      labelPosition="left"
      classNames={{ body: classes.row, labelWrapper: classes.text }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

function NoShares({ isFiltered }: { isFiltered: boolean }) {
  const { roles } = useCurrentUser();
  return (
    <Text>
      {isFiltered ? MESSAGES.noMatches("user") : MESSAGES.noRestrictedUsers}
      {!isFiltered && roles.includes("admin") && (
        <>
          {" "}
          Create one under <TextLink to="/users">Users</TextLink>.
        </>
      )}
    </Text>
  );
}

const ACTION_TEXT = "sharing the job";

/**
 * The restricted users, and which of them see a job. `share` changes it for one, whose switch shows it at once; another has to
 * wait for that, but none is disabled meanwhile: it would lose the focus.
 */
function useShares(jobId: number, filter: string) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listShares", { params: { job_id: jobId }, query: filter === "" ? {} : { filter }, signal }),
    [jobId, filter],
  );
  const { value, failure, reload } = useQuery(load);
  const [changed, setChanged] = useState<Share | null>(null);
  const { run, busy } = useAction(ACTION_TEXT, {
    message: ({ status, message }) => (status === 409 ? message : MESSAGES.action(ACTION_TEXT)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read anew has the change in it
  useEffect(() => setChanged(null), [value]);

  const share = async (userShare: Share, shared: boolean) => {
    if (busy) return;
    setChanged({ ...userShare, shared });
    const params = { job_id: jobId, user_id: userShare.user_id };
    const done = await run(() => call("setShare", { params, body: { shared } }).then(() => {}));
    if (!done) setChanged(null);
    reload();
  };
  const asShown = (stored: Share) => (stored.user_id === changed?.user_id ? changed : stored);
  return {
    shares: value?.items.map(asShown) ?? null,
    totalCount: value?.total_count ?? 0,
    failure,
    reload,
    share,
  };
}
