import type { Job } from "@understudy/shared/api/job.ts";
import { COMMENT_PARAMETER } from "@understudy/shared/notification-text.ts";
import { lazy, type RefObject, Suspense, useEffect, useMemo } from "react";
import { useLocation } from "react-router-dom";
import { liveComments, usePendingComments, useStoredComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import type { PlotPin } from "#plots/chart/plot-presence.ts";
import { numberInAddress } from "#ui/number-in-address.ts";
import { getInitials, personColor } from "#ui/person.ts";
import { useRoom } from "../together/use-room.ts";
import { isPlacing, openedThread, openThread, panelIsOpen } from "./panel-state.ts";
import { PlacePins } from "./place-pins.tsx";
import { groupThreads, type Thread } from "./threads.ts";

const CommentsPanel = lazy(async () => ({ default: (await import("./comments-panel.tsx")).CommentsPanel }));
const PlaceChooser = lazy(async () => ({ default: (await import("./place-chooser.tsx")).PlaceChooser }));

const NO_THREADS: readonly Thread[] = [];

type Props = { job: Job; root: RefObject<HTMLElement | null> };

/** The comments of a job's page: their pins on it, and their panel beside it. */
export function CommentsHost({ job, root }: Props) {
  const { may_comment } = useCurrentUser();
  return may_comment ? <Comments job={job} root={root} /> : null;
}

function Comments({ job, root }: Props) {
  const { restricted } = useCurrentUser();
  const isOpen = panelIsOpen.useValue(job.id);
  const isChoosing = isPlacing.useValue(job.id);
  useAddressedThread(job.id);
  // The number of open threads is not known to restricted users.
  const isNeeded = isOpen || restricted || job.open_comments > 0;
  liveComments.useLive(isNeeded ? job.id : null);
  const threads = useThreads(job.id);
  usePlotPins(job.id, threads);
  return (
    <>
      <PlacePins jobId={job.id} threads={threads} root={root} />
      <Suspense>
        {isOpen && <CommentsPanel job={job} threads={threads} />}
        {isChoosing && <PlaceChooser jobId={job.id} root={root} />}
      </Suspense>
    </>
  );
}

function useThreads(jobId: number): readonly Thread[] {
  const { id, name } = useCurrentUser();
  const comments = useStoredComments(jobId);
  const pending = usePendingComments(jobId);
  return useMemo(
    () => (comments === null ? NO_THREADS : groupThreads(comments, pending, { id, name })),
    [comments, pending, id, name],
  );
}

/** Opens the thread that the page's address names, as a link in a notification does. */
function useAddressedThread(jobId: number): void {
  const room = useRoom();
  const { search, key } = useLocation();
  const text = new URLSearchParams(search).get(COMMENT_PARAMETER);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again has another key
  useEffect(() => {
    if (text === null) return;
    const id = numberInAddress(text);
    if (id === null) panelIsOpen.set(jobId, true);
    else void openThread(room, id);
  }, [room, jobId, text, key]);
}

/** Puts the open threads about points of plots onto the plots, and the one that the reader looks at. */
function usePlotPins(jobId: number, threads: readonly Thread[]): void {
  const room = useRoom();
  const opened = openedThread.useValue(jobId);
  useEffect(() => {
    const pins = new Map<string, PlotPin[]>();
    for (const { id, author, state } of threads) {
      const { anchor, resolved } = state;
      if (anchor.kind !== "plot" || (resolved !== null && id !== opened)) continue;
      const pin = {
        ...{ id, x: anchor.x, y: anchor.y },
        initials: getInitials(author.name),
        color: personColor(author.id),
        label: `Comment of ${author.name}`,
        isOpened: id === opened,
        onOpen: () => void openThread(room, id),
      };
      pins.set(anchor.plot, [...(pins.get(anchor.plot) ?? []), pin]);
    }
    room.setPins(pins);
  }, [room, threads, opened]);
}
