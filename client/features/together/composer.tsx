import { Button, Group, Paper, Text, Textarea } from "@mantine/core";
import type { CommentPerson } from "@understudy/shared/api/comment.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import { MAX_COMMENT_LENGTH } from "@understudy/shared/limits.ts";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { getInitials, personColor } from "#ui/person.ts";
import classes from "./comments.module.css";
import { draftKey, useDraft } from "./drafts.ts";
import type { Thread } from "./threads.ts";
import { insertMention, listMentioned, useMentionList } from "./use-mention-list.ts";

export type Written = { text: string; mentions: readonly CommentPerson[] };

type Props = {
  job: Pick<Job, "id">;
  /** Their authors can be mentioned by restricted users. */
  threads: readonly Thread[];
  /** The name under which the browser keeps an unsent text of this job; null: it does not. */
  draftName: string | null;
  label: string;
  placeholder: string;
  initial?: Written;
  /** The box gets the focus whenever this text is another one; null: it does not. */
  focusKey: string | null;
  /** The label of the button that sends. */
  action?: string;
  onActive?: (isActive: boolean) => void;
  /** @returns false: it was refused, and the text is to be shown again */
  onWrite: (written: Written) => Promise<boolean>;
  onCancel?: () => void;
};

/** The box in which a comment is written, with people to mention after an @. */
export function Composer(props: Props) {
  const { job, threads, draftName, label, placeholder, initial, focusKey, onActive, onCancel } = props;
  const { id: readerId } = useCurrentUser();
  const { draft, change, clear, send } = useDraft(
    draftName === null ? null : draftKey(readerId, job.id, draftName),
    initial && { text: initial.text, people: initial.mentions },
  );
  const { text, people } = draft;
  const box = useRef<HTMLTextAreaElement>(null);
  const [isTouched, setIsTouched] = useState(false);
  const mentions = useMentionList(job.id, threads);
  const isActive = isTouched || text !== "";
  useEffect(() => onActive?.(isActive), [onActive, isActive]);
  useEffect(() => {
    if (focusKey !== null) box.current?.focus();
  }, [focusKey]);

  const pick = (person: CommentPerson) => {
    const { next, caret } = insertMention(text, box.current?.selectionStart ?? text.length, person.name);
    change({ text: next, people: [...people.filter(({ id }) => id !== person.id), person] });
    mentions.close();
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(caret, caret);
    });
  };
  const submit = async () => {
    const trimmed = text.trim();
    if (trimmed === "") return;
    setIsTouched(false);
    await send(() => props.onWrite({ text: trimmed, mentions: listMentioned(trimmed, people) }));
  };
  const leave = () => {
    setIsTouched(false);
    box.current?.blur();
  };
  const cancel = () => {
    clear();
    leave();
    onCancel?.();
  };
  const press = (event: KeyboardEvent) => {
    if (mentions.press(event, pick)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
    if (event.key === "Escape") leave();
  };
  return (
    <div className={classes.composer}>
      <Textarea
        ref={box}
        aria-label={label}
        placeholder={placeholder}
        autosize
        minRows={isActive ? 2 : 1}
        maxRows={10}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        onFocus={() => setIsTouched(true)}
        onBlur={() => setTimeout(mentions.close, 150)}
        onChange={({ currentTarget }) => {
          change({ text: currentTarget.value, people });
          mentions.follow(currentTarget.value, currentTarget.selectionStart);
        }}
        onKeyDown={press}
        {...mentions.inputProps}
      />
      <MentionList {...mentions} onPick={pick} />
      {isActive && (
        <Group justify="space-between" gap={6} wrap="nowrap" className={classes.send}>
          <Text size="xs" c="dimmed" lineClamp={1}>
            Markdown, @ to mention
          </Text>
          <Group gap={6} wrap="nowrap">
            <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
              Cancel
            </Button>
            <Button size="compact-sm" disabled={text.trim() === ""} onClick={() => void submit()}>
              {props.action ?? "Comment"}
            </Button>
          </Group>
        </Group>
      )}
    </div>
  );
}

type MentionProps = {
  people: readonly CommentPerson[];
  active: number;
  listId: string;
  onPick: (person: CommentPerson) => void;
};

/** The people who can be mentioned, under the text. */
function MentionList({ people, active, listId, onPick }: MentionProps) {
  if (people.length === 0) return null;
  return (
    <Paper withBorder shadow="md" role="listbox" id={listId} aria-label="People" className={classes.people}>
      {people.map((person, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text box keeps the focus, and names the active option
        <div
          key={person.id}
          role="option"
          id={`${listId}-${at}`}
          aria-selected={at === active}
          className={classes.person}
          // Before the text box loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(person);
          }}
        >
          <Face person={person} />
          {person.name}
        </div>
      ))}
    </Paper>
  );
}

/** A small face in its person's colour. The name stands beside it. */
export function Face({ person: { id, name } }: { person: CommentPerson }) {
  return (
    <span className={classes.face} style={{ "--person": personColor(id) }} aria-hidden>
      {getInitials(name)}
    </span>
  );
}
