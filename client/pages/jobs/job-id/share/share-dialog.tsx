import { Stack, Switch, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Share } from "@understudy/shared/api/share.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { Copyable } from "#ui/copyable.tsx";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { FilterBox } from "#ui/filter-box.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { TextLink } from "#ui/text-link.tsx";
import classes from "./share.module.css";
import { useShares } from "./use-shares.ts";

/** Chooses the restricted users who see a job's emulator; the full users see every job. */
export function ShareDialog({ job }: { job: Job }) {
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
