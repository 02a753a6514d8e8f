import { Button, Spoiler, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useId, useState, useSyncExternalStore } from "react";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { Notes } from "#ui/notes.tsx";
import classes from "./notes.module.css";
import { NotesEditor } from "./notes-editor.tsx";
import { notesState } from "./notes-state.ts";
import type { NotesSync, SyncState } from "./notes-sync.ts";
import { liveNotes, openNotes } from "./open-notes.ts";

/** The height of the part of long notes that is shown at first, in px. */
const FOLDED_PX = 180;

const STATE_TEXTS: Readonly<Record<SyncState["kind"], string>> = {
  saved: "All changes are saved.",
  saving: "Saving…",
  waiting: "The server cannot be reached. Your changes are sent once it can.",
  refused: "",
};

/** Follows the text of notes. */
function useText({ text }: NotesSync): string {
  return useSyncExternalStore(
    (listener) => {
      text.observe(listener);
      return () => text.unobserve(listener);
    },
    () => text.toString(),
  );
}

/** The notes of a job: read as Markdown, and edited together with others. */
export function NotesCard({ job }: { job: Job }) {
  const [round, setRound] = useState(0);
  return <OpenedNotes key={round} job={job} onReopen={() => setRound(round + 1)} />;
}

type Props = {
  job: Job;
  /** Shows the stored notes instead of an edit that was refused. */
  onReopen: () => void;
};

function OpenedNotes({ job, onReopen }: Props) {
  const titleId = useId();
  const [notes] = useState(() => openNotes(job.id));
  useEffect(() => notes.follow(), [notes]);
  const { failure, reload } = liveNotes.useLive(job.id);
  const isRead = notes.useIsRead();
  const state = notes.sync.useState();
  const text = useText(notes.sync);
  const [isEdited, setIsEdited] = useState(job.can_be_changed && !job.has_notes);
  const edit = (next: boolean) => {
    // Notes whose text is deleted stay open in front of who edits them.
    notesState.set(job.id, "open");
    setIsEdited(next);
  };
  const reopen = () => {
    notes.end();
    onReopen();
  };
  const isEditable = isEdited && job.can_be_changed;
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <header className={classes.head}>
        <Title order={2} size="h4" id={titleId}>
          Notes
        </Title>
        <Text size="sm" c="dimmed" role="status" className={classes.state}>
          {isEditable || state.kind === "waiting" ? STATE_TEXTS[state.kind] : ""}
        </Text>
        {job.can_be_changed && (
          <Button size="compact-sm" variant="default" onClick={() => edit(!isEdited)}>
            {isEdited ? "Done" : "Edit notes"}
          </Button>
        )}
      </header>
      {failure !== null && !isRead && (
        <ErrorBanner message={MESSAGES.loadingNotes} onRetry={() => void reload()} />
      )}
      {state.kind === "refused" && (
        <ErrorBanner
          message={`${state.message} Copy what you want to keep of your last changes.`}
          onRetry={reopen}
          retryLabel="Show the stored notes"
        />
      )}
      {!isRead && failure === null && <LoadingLines rows={3} />}
      {isRead && isEditable && <NotesEditor jobId={job.id} sync={notes.sync} text={text} />}
      {isRead && !isEditable && <ShownNotes text={text} />}
    </section>
  );
}

function ShownNotes({ text }: { text: string }) {
  if (text.trim() === "")
    return (
      <Text size="sm" c="dimmed">
        There are no notes yet. The creator of the job and admins can write notes.
      </Text>
    );
  return (
    <Spoiler maxHeight={FOLDED_PX} showLabel="Show all" hideLabel="Show less" transitionDuration={0}>
      <div className={classes.text}>
        <Notes text={text} />
      </div>
    </Spoiler>
  );
}
