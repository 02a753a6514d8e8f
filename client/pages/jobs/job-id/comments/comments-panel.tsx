import { ActionIcon, CloseButton, Select, Text } from "@mantine/core";
import { IconMapPinPlus } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useEffect, useRef } from "react";
import { liveComments, useStoredComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useJobConfig } from "#data/jobs.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { NOT_A_MOVE } from "../together/watch-input.ts";
import classes from "./comments.module.css";
import { NewThread } from "./new-thread.tsx";
import { closePanel, isPlacing, openedThread, threadFilter } from "./panel-state.ts";
import { ReadMentions } from "./read-mentions.tsx";
import { ThreadCard } from "./thread-card.tsx";
import { filterThreads, THREAD_FILTERS, type Thread, type ThreadFilter } from "./threads.ts";

const FILTER_LABELS: Readonly<Record<ThreadFilter, string>> = {
  open: "Open",
  resolved: "Resolved",
  mine: "With my comments",
  mentions: "Mentioning me",
};
const EMPTY_TEXTS: Readonly<Record<ThreadFilter, string>> = {
  open: "No open comments.",
  resolved: "Nothing has been resolved yet.",
  mine: "You have not commented on this job yet.",
  mentions: "No comment mentions you.",
};
const isFilter = (text: string | null): text is ThreadFilter => THREAD_FILTERS.some((name) => name === text);

type Props = { job: Job; threads: readonly Thread[] };

/** The comments of a job, beside its page. On a phone they stand under it. */
export function CommentsPanel({ job, threads }: Props) {
  const { id: readerId, restricted } = useCurrentUser();
  const isRead = useStoredComments(job.id) !== null;
  const { failure, reload } = liveComments.useLive(job.id);
  const { config } = useJobConfig(job.id);
  const filter = threadFilter.useValue(job.id);
  const opened = openedThread.useValue(job.id);
  const isChoosing = isPlacing.useValue(job.id);
  const filtered = filterThreads(threads, filter, readerId);
  // The opened thread is shown whatever the filter: it may just have been resolved.
  const shown = threads.filter((thread) => thread.id === opened || filtered.includes(thread));
  const openThread = threads.find(({ id }) => id === opened);
  useRoomBeside();
  const counts = new Map(
    THREAD_FILTERS.map((name) => [name, filterThreads(threads, name, readerId).length] as const),
  );
  return (
    <aside className={classes.panel} aria-label="Comments" {...{ [NOT_A_MOVE]: "" }}>
      <header className={classes.head}>
        <Text fw={600}>Comments</Text>
        <Select
          aria-label="Comments to show"
          size="xs"
          className={classes.filter}
          allowDeselect={false}
          value={filter}
          onChange={(value) => isFilter(value) && threadFilter.set(job.id, value)}
          data={THREAD_FILTERS.map((value) => ({
            value,
            label: `${FILTER_LABELS[value]} (${counts.get(value) ?? 0})`,
          }))}
        />
        <ActionIcon
          variant={isChoosing ? "filled" : "subtle"}
          aria-label="Comment on a place of the page"
          title="Comment on a place of the page"
          aria-pressed={isChoosing}
          onClick={() => isPlacing.set(job.id, !isChoosing)}
        >
          <IconMapPinPlus size={18} />
        </ActionIcon>
        <CloseButton aria-label="Close the comments" onClick={() => closePanel(job.id)} />
      </header>
      {openThread !== undefined && !restricted && <ReadMentions thread={openThread} />}
      <NewThread job={job} config={config} threads={threads} />
      <div className={classes.list}>
        {!isRead && failure !== null && (
          <ErrorBanner message={MESSAGES.loadingComments} onRetry={() => void reload()} />
        )}
        {!isRead && failure === null && <LoadingLines rows={3} height={64} />}
        {isRead && shown.length === 0 && (
          <Text size="sm" c="dimmed" className={classes.empty}>
            {EMPTY_TEXTS[filter]}
          </Text>
        )}
        {shown.map((thread) => (
          <ThreadCard
            key={thread.id}
            job={job}
            config={config}
            thread={thread}
            threads={threads}
            isOpened={thread.id === opened}
          />
        ))}
      </div>
    </aside>
  );
}

/** Gives the page's content the room that is left beside the panel, see comments.module.css. */
function useRoomBeside(): void {
  const { classList } = document.documentElement;
  const added = useRef(classes.beside ?? "");
  useEffect(() => {
    const name = added.current;
    classList.add(name);
    return () => classList.remove(name);
  }, [classList]);
}
