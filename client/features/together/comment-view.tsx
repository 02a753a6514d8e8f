import { ActionIcon, Button, Menu, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { cancelPost, changeComment, getComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { notifyError } from "#ui/banner-messages.ts";
import { Moment } from "#ui/moment.tsx";
import { Notes } from "#ui/notes.tsx";
import classes from "./comments.module.css";
import { Composer, Face, type Written } from "./composer.tsx";
import type { ShownComment, Thread } from "./threads.ts";

const PENDING_TEXTS = { sending: "Sending…", waiting: "Waiting for the connection…" } as const;

type Props = { job: Job; comment: ShownComment; threads: readonly Thread[]; isOpened: boolean };

/** One comment: who wrote it, when, and what. Its author can edit it, and who may change the job delete it. */
export function CommentView({ job, comment, threads, isOpened }: Props) {
  /** The comment as it was when its author began to edit it; null: nobody edits it. */
  const [original, setOriginal] = useState<ShownComment | null>(null);
  const { author, text, mentions, creation_time, edited_time, pending, key } = comment;
  return (
    <div className={classes.comment} data-pending={pending ?? undefined}>
      <Face person={author} />
      <div className={classes.byline}>
        <Text span size="sm" fw={600} className={classes.author}>
          {author.name}
        </Text>
        <Text span size="xs" c="dimmed">
          {pending === null ? <Moment time={creation_time} none="" /> : PENDING_TEXTS[pending]}
          {edited_time !== null && ", edited"}
        </Text>
        {pending === "waiting" && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => cancelPost(key)}>
            Cancel
          </Button>
        )}
        {pending === null && original === null && (
          <CommentActions job={job} comment={comment} onEdit={() => setOriginal(comment)} />
        )}
      </div>
      <div className={classes.text}>
        {original !== null ? (
          <Composer
            job={job}
            threads={threads}
            draftName={null}
            label="Edit comment"
            placeholder=""
            action="Save"
            initial={original}
            focusKey="edit"
            onCancel={() => setOriginal(null)}
            onWrite={async (written) => {
              const isSaved = await save(job.id, original, written);
              if (isSaved) setOriginal(null);
              return isSaved;
            }}
          />
        ) : (
          <div className={isOpened ? undefined : classes.clamped}>
            <Notes text={text} mentioned={mentions.map(({ name }) => name)} />
          </div>
        )}
      </div>
    </div>
  );
}

/**
 * @param original the comment as its author saw it when the edit began: an edit of another window that came later is not replaced
 * @returns false: the edit was refused
 */
async function save(jobId: number, original: ShownComment, { text, mentions }: Written): Promise<boolean> {
  const stored = getComments(jobId)?.find(({ id }) => id === original.id);
  if (stored === undefined) return false;
  const changed = {
    ...stored,
    ...{ text, mentions: [...mentions], edited_time: new Date().toISOString() },
  };
  const params = { job_id: jobId, comment_id: original.id };
  const body = { text, mentions: mentions.map(({ id }) => id), revision: original.revision };
  const failure = await changeComment(jobId, changed, () => call("updateComment", { params, body }));
  if (failure !== null) notifyError(failure.message);
  return failure === null;
}

type ActionProps = { job: Job; comment: ShownComment; onEdit: () => void };

function CommentActions({ job, comment: { id, author }, onEdit }: ActionProps) {
  const { id: readerId, restricted } = useCurrentUser();
  const isAuthor = author.id === readerId;
  const canDelete = isAuthor || (!restricted && job.can_be_changed);
  if (!canDelete) return null;
  const remove = async () => {
    const stored = getComments(job.id)?.find((comment) => comment.id === id);
    if (stored === undefined) return;
    const params = { job_id: job.id, comment_id: id };
    const deleted = { ...stored, is_deleted: true, text: "" };
    const failure = await changeComment(job.id, deleted, () => call("deleteComment", { params }));
    if (failure !== null) notifyError(failure.message);
  };
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size="xs"
          color="gray"
          className={classes.commentMenu}
          aria-label="Edit or delete"
        >
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown data-together="">
        {isAuthor && <Menu.Item onClick={onEdit}>Edit</Menu.Item>}
        <Menu.Item color="red" onClick={() => void remove()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
