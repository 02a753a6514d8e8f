import { ActionIcon, Drawer, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import type { AuditEntry } from "@understudy/shared/api/audit.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import { DEFAULT_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { AUDIT_MESSAGES } from "@understudy/shared/texts/audit-texts.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { Moment } from "#ui/moment.tsx";
import { Paging } from "#ui/paging.tsx";
import { actionText, Subjects, Who } from "../entry-parts.tsx";
import classes from "./activity.module.css";

/** Opens the list of what was done to a job, and by whom. Not for restricted users. */
export function ActivityButton({ job }: { job: Job }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label="Activity" title="Activity" onClick={open}>
        <IconHistory size={16} />
      </ActionIcon>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size="md"
        title="Activity"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <ActivityList job={job} />
      </Drawer>
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const isAboutMore = entry.subjects.length > 1;
  return (
    <li className={classes.entry}>
      <span className={classes.action}>{actionText(entry)}</span>
      <Text size="sm" c="dimmed" className={classes.time}>
        <Moment time={entry.time} none="" />
      </Text>
      <Text size="sm" className={classes.text}>
        <Who entry={entry} />
      </Text>
      {(isAboutMore || entry.detail !== "") && (
        <Text size="sm" c="dimmed" className={classes.text}>
          <Subjects entry={entry} isOnJobPage />
          {isAboutMore && entry.detail !== "" && ", "}
          {entry.detail}
        </Text>
      )}
    </li>
  );
}

/** The changes made to a job, the latest first; read again whenever the job changes. */
function ActivityList({ job: { id, revision } }: { job: Job }) {
  const [page_number, setPage] = useState(1);
  const [page_size, setPageSize] = useState(DEFAULT_PAGE_SIZE);
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listJobActivity", { params: { job_id: id }, query: { page_number, page_size }, signal }),
    [id, page_number, page_size],
  );
  const { value, failure, reload } = useQuery(load, { tick: String(revision), everyMs: HISTORY_POLL_MS });
  if (value === null) {
    if (failure === null) return <LoadingLines rows={6} height={40} />;
    return <ErrorBanner message={MESSAGES.loadingItems("record")} onRetry={reload} />;
  }
  if (value.total_count === 0) return <Text c="dimmed">{AUDIT_MESSAGES.noActivity}</Text>;
  return (
    <>
      <ol className={classes.list}>
        {value.items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {value.total_count > DEFAULT_PAGE_SIZE && (
        <Paging
          item="record"
          pageNumber={page_number}
          pageSize={page_size}
          totalCount={value.total_count}
          onPage={setPage}
          onPageSize={(size) => {
            setPageSize(size);
            setPage(1);
          }}
        />
      )}
    </>
  );
}
