import { ActionIcon } from "@mantine/core";
import { IconNotes } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { lazy, Suspense } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { LoadingLines } from "#ui/load-states.tsx";
import { notesState } from "./notes-state.ts";

const NotesCard = lazy(async () => ({ default: (await import("./notes-card.tsx")).NotesCard }));

type Props = { job: Job };

/** Notes that hold text are shown unless the reader has closed them. */
function useIsShown({ id, has_notes }: Job): boolean {
  const { restricted } = useCurrentUser();
  const state = notesState.useValue(id);
  return !restricted && (state === "open" || (state === "default" && has_notes));
}

/** The notes of a job on its page. */
export function JobNotes({ job }: Props) {
  if (!useIsShown(job)) return null;
  return (
    <Suspense fallback={<LoadingLines rows={3} />}>
      <NotesCard job={job} />
    </Suspense>
  );
}

/** Opens and closes the notes. Who cannot write them has nothing to open while they are empty. */
export function NotesButton({ job }: Props) {
  const { restricted } = useCurrentUser();
  const isShown = useIsShown(job);
  if (restricted || !(job.has_notes || job.can_be_changed)) return null;
  return (
    <ActionIcon
      variant={isShown ? "light" : "subtle"}
      aria-label="Notes"
      aria-expanded={isShown}
      title="Notes"
      onClick={() => notesState.set(job.id, isShown ? "closed" : "open")}
    >
      <IconNotes size={17} />
    </ActionIcon>
  );
}
