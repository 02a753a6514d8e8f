import { ActionIcon, Badge, Menu, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleCheckFilled, IconDots, IconMapPin } from "@tabler/icons-react";
import { type Comment, isForRestricted } from "@understudy/shared/api/comment.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { notificationPath } from "@understudy/shared/texts/notification-text.ts";
import { type MouseEvent, useEffect, useRef } from "react";
import { call } from "#api/call.ts";
import { changeComment, getComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { notifyError, notifySuccess } from "#ui/banner-messages.ts";
import { copyText } from "#ui/copy-text.ts";
import { describeAnchor } from "./anchors.ts";
import { CommentView } from "./comment-view.tsx";
import classes from "./comments.module.css";
import { Composer } from "./composer.tsx";
import { closeThread, openThread, send } from "./panel-state.ts";
import type { Thread } from "./threads.ts";
import { useRoom } from "./use-room.ts";

type Props = {
  job: Job;
  config: JobConfig | null;
  thread: Thread;
  threads: readonly Thread[];
  isOpened: boolean;
};

const OWN_PURPOSE = "a, button, textarea, input, [role=option]";

/** A thread. Opening it shows the view that it was begun in, its replies, and a box for another one. */
export function ThreadCard({ job, config, thread, threads, isOpened }: Props) {
  const room = useRoom();
  const card = useRef<HTMLElement>(null);
  const { id, state, comments } = thread;
  const place = describeAnchor(state.anchor, { job, config, tab: state.tab });
  useEffect(() => {
    if (isOpened) card.current?.scrollIntoView({ block: "nearest" });
  }, [isOpened]);
  const open = () => void openThread(room, id);
  const press = ({ target }: MouseEvent) => {
    const hasOwnPurpose = target instanceof Element && target.closest(OWN_PURPOSE) !== null;
    const isSelecting = (window.getSelection()?.toString() ?? "") !== "";
    if (!isOpened && !hasOwnPurpose && !isSelecting) open();
  };
  const [first, ...replies] = comments;
  const shown = isOpened || replies.length === 0 ? comments : [first, ...replies.slice(-1)];
  const hiddenCount = comments.length - shown.length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its button with the place opens it by keys
    <article
      ref={card}
      className={classes.card}
      data-opened={isOpened || undefined}
      data-resolved={state.resolved !== null || undefined}
      aria-label={`Comment of ${thread.author.name} on ${place}`}
      onClick={press}
    >
      <div className={classes.cardHead}>
        <button
          type="button"
          className={classes.place}
          aria-label={`Show ${place}`}
          title={`Show ${place}`}
          onClick={open}
        >
          <IconMapPin size={13} aria-hidden />
          <span>{place}</span>
        </button>
        {state.is_shown_to_restricted && (
          <Badge
            size="xs"
            variant="default"
            tt="none"
            title="Restricted users who may comment see this thread"
          >
            Shared
          </Badge>
        )}
        {id > 0 && <ThreadActions job={job} thread={thread} />}
      </div>
      {shown.map((comment, at) =>
        comment === undefined ? null : (
          <div key={comment.id}>
            {at === 1 && hiddenCount > 0 && (
              <button type="button" className={classes.more} onClick={open}>
                {hiddenCount === 1 ? "1 earlier reply" : `${hiddenCount} earlier replies`}
              </button>
            )}
            <CommentView job={job} comment={comment} threads={threads} isOpened={isOpened} />
          </div>
        ),
      )}
      {state.resolved !== null && (
        <Text size="xs" c="dimmed" className={classes.resolved}>
          Resolved by {state.resolved.by.name}
        </Text>
      )}
      {isOpened && id > 0 && (
        <Composer
          job={job}
          threads={threads}
          draftName={`reply-${id}`}
          label="Reply"
          placeholder="Reply…"
          action="Reply"
          focusKey={null}
          onWrite={({ text, mentions }) =>
            send(job.id, { text, mentions, thread_id: id, anchor: { kind: "job" }, view: null })
          }
        />
      )}
    </article>
  );
}

function ThreadActions({ job, thread: { id, author, state } }: { job: Job; thread: Thread }) {
  const { id: readerId, restricted } = useCurrentUser();
  const isAuthor = author.id === readerId;
  const canResolve = !restricted || isAuthor;
  const canShare = !restricted && (isAuthor || job.can_be_changed) && isForRestricted(state);
  const isResolved = state.resolved !== null;
  const change = async (body: { is_resolved?: boolean; is_shown_to_restricted?: boolean }, next: object) => {
    const start = getComments(job.id)?.find((comment) => comment.id === id);
    if (start === undefined || start.thread === null) return;
    const changed: Comment = { ...start, thread: { ...start.thread, ...next } };
    const params = { job_id: job.id, comment_id: id };
    const failure = await changeComment(job.id, changed, () => call("updateCommentThread", { params, body }));
    if (failure !== null) notifyError(failure.message);
  };
  const resolve = () => {
    if (!isResolved) closeThread(job.id);
    const by = { id: readerId, name: "you" };
    const resolved = isResolved ? null : { by, time: new Date().toISOString() };
    void change({ is_resolved: !isResolved }, { resolved });
  };
  const share = () => {
    const is_shown_to_restricted = !state.is_shown_to_restricted;
    void change({ is_shown_to_restricted }, { is_shown_to_restricted });
  };
  const ResolveIcon = isResolved ? IconCircleCheckFilled : IconCircleCheck;
  return (
    <div className={classes.actions}>
      {canResolve && (
        <ActionIcon
          variant="subtle"
          size="sm"
          color={isResolved ? "lagoon" : "gray"}
          aria-label={isResolved ? "Reopen" : "Resolve"}
          title={isResolved ? "Reopen" : "Resolve"}
          onClick={resolve}
        >
          <ResolveIcon size={17} />
        </ActionIcon>
      )}
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size="sm" color="gray" aria-label="More of this thread">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown data-together="">
          <Menu.Item onClick={() => void copyLink(job.id, id)}>Copy link</Menu.Item>
          {canShare && (
            <Menu.Item onClick={share}>
              {state.is_shown_to_restricted ? "Hide from restricted users" : "Show to restricted users"}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

async function copyLink(jobId: number, id: number): Promise<void> {
  const path = notificationPath({ job_id: jobId, comment: { id, author: "", text: "" } });
  if (await copyText(`${window.location.origin}${path}`)) notifySuccess("The link was copied.");
  else notifyError("The browser did not allow copying the link.");
}
