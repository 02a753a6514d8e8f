import { Text } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { MAX_NOTES_LENGTH } from "@understudy/shared/api/job-notes.ts";
import { jobPage } from "@understudy/shared/live/presence.ts";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { useCursors } from "#data/presence.ts";
import { useColleagues } from "#presence/use-colleagues.ts";
import { personColor } from "#ui/person.ts";
import { StepButton } from "#ui/undo-steps.tsx";
import { useRoom } from "../use-room.ts";
import { bindTextArea, findCursor } from "./bind-text-area.ts";
import classes from "./notes.module.css";
import type { NotesSync } from "./notes-sync.ts";

type Props = { jobId: number; sync: NotesSync; text: string };

/** The box in which several people write, with the cursors of the others. */
export function NotesEditor({ jobId, sync, text }: Props) {
  const room = useRoom();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (area.current === null) return undefined;
    area.current.focus({ preventScroll: true });
    return bindTextArea(area.current, { sync, onCursor: room.setCursor });
  }, [sync, room]);
  const isRefused = sync.useState().kind === "refused";
  return (
    <>
      <div className={classes.tools}>
        <UndoButton label="Undo" sync={sync} canStep={sync.canUndo} onStep={sync.undo}>
          <IconArrowBackUp size={17} />
        </UndoButton>
        <UndoButton label="Redo" sync={sync} canStep={sync.canRedo} onStep={sync.redo}>
          <IconArrowForwardUp size={17} />
        </UndoButton>
        <Text size="xs" c="dimmed">
          The text is Markdown: lists, tables, links, **bold**. Undo takes back your changes alone.
        </Text>
      </div>
      <div className={classes.editor} data-cursors>
        {/* It gives the box its height. */}
        <div aria-hidden="true" className={classes.layer}>
          {`${text}\n`}
        </div>
        <Cursors jobId={jobId} sync={sync} text={text} />
        <textarea
          ref={area}
          className={classes.area}
          aria-label="Notes of the job"
          maxLength={MAX_NOTES_LENGTH}
          readOnly={isRefused}
          spellCheck
        />
      </div>
    </>
  );
}

type ButtonProps = {
  label: string;
  sync: NotesSync;
  canStep: () => boolean;
  onStep: () => void;
  children: ReactNode;
};

function UndoButton({ label, sync, canStep, onStep, children }: ButtonProps) {
  const isPossible = useSyncExternalStore(sync.onUndoChange, canStep);
  const title = `${label} your last change of the notes`;
  return (
    <StepButton label={title} title={title} isPossible={isPossible} go={onStep}>
      {children}
    </StepButton>
  );
}

/** The cursors of other people, each over a copy of the text that nobody sees: the browser breaks its lines as in the box. */
function Cursors({ jobId, sync, text }: Props) {
  const page = jobPage(jobId);
  const colleagues = useColleagues(page);
  const cursors = useCursors(page);
  return cursors.map(({ userId, ...cursor }) => {
    const person = colleagues.find(({ user_id, hasLeft }) => user_id === userId && !hasLeft);
    const place = person === undefined ? null : findCursor(sync, cursor);
    if (person === undefined || place === null) return null;
    const [start, end] = [Math.min(place.anchor, place.head), Math.max(place.anchor, place.head)];
    const caret = (
      <span className={classes.caret} data-cursor-of={person.name}>
        <span key={place.head} className={classes.caretName}>
          {person.name}
        </span>
      </span>
    );
    return (
      <div
        key={userId}
        aria-hidden="true"
        className={classes.layer}
        style={{ "--person": personColor(userId) }}
      >
        {text.slice(0, start)}
        {place.head === start && caret}
        <span className={classes.selected}>{text.slice(start, end)}</span>
        {place.head !== start && caret}
        {text.slice(end)}
      </div>
    );
  });
}
