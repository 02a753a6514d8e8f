import { ActionIcon, CloseButton, Select, Text } from "@mantine/core";
import { IconMapPin, IconMapPinPlus } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { liveComments, useStoredComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useJobConfig } from "#data/jobs.ts";
import { viewParts } from "#job/view-parts.ts";
import { NOT_A_MOVE } from "#presence/watch-input.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { useNotifications } from "#ui/notification-bell/use-notifications.ts";
import { describeAnchor, suggestAnchor } from "./anchors.ts";
import classes from "./comments.module.css";
import { Composer, type Written } from "./composer.tsx";
import {
  chooserState,
  closePanel,
  openedThread,
  panelState,
  placedDraft,
  send,
  threadFilter,
} from "./panel-state.ts";
import { ThreadCard } from "./thread-card.tsx";
import { filterThreads, THREAD_FILTERS, type Thread, type ThreadFilter } from "./threads.ts";
import { useRoom } from "./use-room.ts";

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
  const isChoosing = chooserState.useValue(job.id) === "open";
  const filtered = filterThreads(threads, filter, readerId);
  // The opened thread is shown whatever the filter: it may just have been resolved.
  const shown = threads.filter((thread) => thread.id === opened || filtered.includes(thread));
  const currentThread = threads.find(({ id }) => id === opened);
  usePanelMargin();
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
          onClick={() => chooserState.set(job.id, isChoosing ? "closed" : "open")}
        >
          <IconMapPinPlus size={18} />
        </ActionIcon>
        <CloseButton aria-label="Close the comments" onClick={() => closePanel(job.id)} />
      </header>
      {currentThread !== undefined && !restricted && <ReadMentions thread={currentThread} />}
      <NewThread job={job} config={config} threads={threads} />
      <div className={classes.list}>
        {failure !== null && <ErrorBanner message={MESSAGES.loadingComments} onRetry={() => void reload()} />}
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
function usePanelMargin(): void {
  const { classList } = document.documentElement;
  const added = useRef(classes.narrowed ?? "");
  useEffect(() => {
    const name = added.current;
    classList.add(name);
    return () => classList.remove(name);
  }, [classList]);
}

/** Marks notifications as read whose comments the reader has in front of them. Not for restricted users, who have none. */
function ReadMentions({ thread: { comments } }: { thread: Thread }) {
  const { list, read } = useNotifications();
  const ids = new Set(comments.map(({ id }) => id));
  const mentions = list?.items.filter(
    ({ read: isRead, comment }) => !isRead && comment !== null && ids.has(comment.id),
  );
  const unread = mentions?.map(({ id }) => id).join() ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is another function at every drawing
  useEffect(() => {
    if (unread !== "") void read(unread.split(","));
  }, [unread]);
  return null;
}

type NewProps = { job: Job; config: JobConfig | null; threads: readonly Thread[] };

/** Begins a thread: at the place that the reader has chosen, or else about what the page shows. */
function NewThread({ job, config, threads }: NewProps) {
  const room = useRoom();
  const placed = placedDraft.useValue(job.id);
  const panel = panelState.useValue(job.id);
  useEffect(() => {
    // The composer has taken the focus, which a later visit to the page does not move.
    if (panel === "focused") panelState.set(job.id, "open");
  }, [panel, job.id]);
  const [isActive, setIsActive] = useState(false);
  const write = async ({ text, mentions }: Written): Promise<boolean> => {
    const view = room.readView();
    const { anchor, view: placedView } = placed ?? { anchor: suggestAnchor(view), view };
    placedDraft.set(job.id, null);
    openedThread.set(job.id, null);
    if (threadFilter.get(job.id) !== "open") threadFilter.set(job.id, "open");
    const isStored = await send(job.id, { text, mentions, thread_id: null, anchor, view: placedView });
    if (!isStored && placedDraft.get(job.id) === null) placedDraft.set(job.id, placed);
    return isStored;
  };
  return (
    <div className={classes.compose}>
      {placed !== null ? (
        <div className={classes.about}>
          <IconMapPin size={14} aria-hidden />
          <Text span size="xs" className={classes.aboutText}>
            {describeAnchor(placed.anchor, { job, config, tab: placed.view.tab })}
          </Text>
          <CloseButton
            size="xs"
            aria-label="Comment on no place in particular"
            onClick={() => placedDraft.set(job.id, null)}
          />
        </div>
      ) : (
        isActive && <SuggestedPlace job={job} config={config} />
      )}
      <Composer
        job={job}
        threads={threads}
        draftName="new"
        label="New comment"
        placeholder="Comment on what you see…"
        focusKey={placed === null ? (panel === "focused" ? "panel" : null) : JSON.stringify(placed.anchor)}
        onActive={setIsActive}
        onWrite={write}
      />
    </div>
  );
}

/** Says what a comment would be about now; it follows the page. */
function SuggestedPlace({ job, config }: { job: Job; config: JobConfig | null }) {
  const text = useSyncExternalStore(viewParts.onChange, () => {
    const view = viewParts.read();
    return describeAnchor(suggestAnchor(view), { job, config, tab: view.tab });
  });
  return (
    <div className={classes.about}>
      <IconMapPin size={14} aria-hidden />
      <Text span size="xs" className={classes.aboutText}>
        {text}
      </Text>
    </div>
  );
}
