import { ActionIcon, Indicator } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { counted } from "@understudy/shared/counted.ts";
import { COMMENT_PARAMETER } from "@understudy/shared/texts/notification-text.ts";
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router-dom";
import { liveComments, usePendingComments, useStoredComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import type { PlotPin } from "#plots/chart/plot-presence.ts";
import { useBox } from "#presence/touch-marks.tsx";
import { NOT_A_MOVE } from "#presence/watch-input.ts";
import { numberInAddress } from "#ui/number-in-address.ts";
import { getInitials, personColor } from "#ui/person.ts";
import { placeOfAnchor } from "./anchors.ts";
import {
  chooserState,
  closePanel,
  followStored,
  openedThread,
  openThread,
  panelState,
} from "./panel-state.ts";
import { groupThreads, type Thread } from "./threads.ts";
import { useRoom } from "./use-room.ts";

const CommentsPanel = lazy(async () => ({ default: (await import("./comments-panel.tsx")).CommentsPanel }));
const PlaceChooser = lazy(async () => ({ default: (await import("./place-chooser.tsx")).PlaceChooser }));

type Props = { job: Job; root: RefObject<HTMLElement | null> };

/** The comments of a job's page: their pins on it, and their panel beside it. */
export function CommentsHost({ job, root }: Props) {
  const { may_comment } = useCurrentUser();
  return may_comment ? <Comments job={job} root={root} /> : null;
}

function Comments({ job, root }: Props) {
  const { restricted } = useCurrentUser();
  const isOpen = panelState.useValue(job.id) !== "closed";
  const isChoosing = chooserState.useValue(job.id) === "open";
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
  useEffect(() => followStored(jobId, comments ?? []), [jobId, comments]);
  return useMemo(
    // What the reader wrote is shown although the list could not be read.
    () => groupThreads(comments ?? [], pending, { id, name }),
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
    if (id === null) panelState.set(jobId, "open");
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
        label: describePin(author),
        isOpened: id === opened,
        onOpen: () => void openThread(room, id),
      };
      pins.set(anchor.plot, [...(pins.get(anchor.plot) ?? []), pin]);
    }
    room.setPins(pins);
  }, [room, threads, opened]);
}

/** More marks would hide the page; the panel lists all threads. */
const MAX_PINS = 30;

type PlaceProps = { jobId: number; threads: readonly Thread[]; root: Props["root"] };

/** Marks at the fields and table rows that open threads are about. */
function PlacePins({ jobId, threads, root }: PlaceProps) {
  const opened = openedThread.useValue(jobId);
  const placed = threads.flatMap((thread) => {
    const place = placeOfAnchor(thread.state.anchor);
    const isShown = thread.state.resolved === null || thread.id === opened;
    return place === null || !isShown ? [] : [{ thread, place }];
  });
  return placed
    .slice(0, MAX_PINS)
    .map(({ thread, place }) => (
      <PlacePin key={thread.id} thread={thread} place={place} root={root} isOpened={thread.id === opened} />
    ));
}

/** Names a pin. */
const describePin = ({ name }: Thread["author"]): string => `Comment of ${name}`;

type PinProps = { thread: Thread; place: string; root: Props["root"]; isOpened: boolean };

function PlacePin({ thread: { id, author }, place, root, isOpened }: PinProps) {
  const room = useRoom();
  const box = useBox(root, place);
  if (box === null) return null;
  const label = describePin(author);
  return createPortal(
    <button
      type="button"
      className="comment-pin"
      aria-label={label}
      title={label}
      data-place-pin
      data-opened={isOpened || undefined}
      data-together=""
      style={{
        "--person": personColor(author.id),
        left: box.left + box.width - 12,
        top: box.top + 12,
      }}
      data-initials={getInitials(author.name)}
      onClick={() => void openThread(room, id)}
    />,
    document.body,
  );
}

/** Opens and closes the comments beside the page, and says how many threads are open. */
export function CommentsButton({ job: { id, open_comments: count } }: { job: Job }) {
  const { may_comment } = useCurrentUser();
  const isOpen = panelState.useValue(id) !== "closed";
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The focus was in the panel, which is gone.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!may_comment) return null;
  return (
    <Indicator label={count} size={15} offset={5} zIndex={1} disabled={count === 0} {...{ [NOT_A_MOVE]: "" }}>
      <ActionIcon
        ref={button}
        variant={isOpen ? "light" : "subtle"}
        aria-label={count === 0 ? "Comments" : `Comments, ${counted(count, "open comment")}`}
        aria-expanded={isOpen}
        title="Comments"
        onClick={() => (isOpen ? closePanel(id) : panelState.set(id, "focused"))}
      >
        <IconMessage size={17} />
      </ActionIcon>
    </Indicator>
  );
}
