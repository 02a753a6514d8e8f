import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { getInitials, personColor } from "#ui/person.ts";
import { useBox } from "../together/use-box.ts";
import { useRoom } from "../together/use-room.ts";
import { placeOfAnchor } from "./anchors.ts";
import { openedThread, openThread } from "./panel-state.ts";
import type { Thread } from "./threads.ts";

/** More marks would hide the page; the panel lists all threads. */
const MAX_PINS = 30;

type Props = { jobId: number; threads: readonly Thread[]; root: RefObject<HTMLElement | null> };

/** Marks at the fields and table rows that open threads are about. */
export function PlacePins({ jobId, threads, root }: Props) {
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

type PinProps = { thread: Thread; place: string; root: Props["root"]; isOpened: boolean };

function PlacePin({ thread: { id, author }, place, root, isOpened }: PinProps) {
  const room = useRoom();
  const box = useBox(root, place);
  if (box === null) return null;
  const label = `Comment of ${author.name}`;
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
      onClick={() => void openThread(room, id)}
    >
      {getInitials(author.name)}
    </button>,
    document.body,
  );
}
