import { type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { personColor } from "../../../../components/person.ts";
import { type Touch, useTouches } from "../../../../store/activities.ts";
import { findPlace } from "./places.ts";
import classes from "./together.module.css";
import { useOthers } from "./use-others.ts";

/** While something is marked, its place is read again this often (ms): what stands above it may grow. */
const PLACE_AGAIN_MS = 250;

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Frames, in their colours and with their names, around what other people touch now. */
export function TouchMarks({ jobId, root }: { jobId: number; root: RefObject<HTMLElement | null> }) {
  const others = useOthers(jobId);
  const touches = useTouches(jobId);
  return touches.map((touch) => {
    const person = others.find(({ user_id, hasLeft }) => user_id === touch.userId && !hasLeft);
    return person === undefined ? null : (
      <TouchMark key={touch.userId} touch={touch} name={person.name} root={root} />
    );
  });
}

type MarkProps = { touch: Touch; name: string; root: RefObject<HTMLElement | null> };

function TouchMark({ touch: { userId, place }, name, root }: MarkProps) {
  const box = useBox(root, place);
  if (box === null) return null;
  // Cards clip what lies in them: the marks lie over the page.
  return createPortal(
    <div
      aria-hidden="true"
      className={classes.mark}
      data-touched-by={name}
      style={{ "--person": personColor(userId), ...box }}
    >
      <span className={classes.markName}>{name}</span>
    </div>,
    document.body,
  );
}

/** Where a place is in the page, in pixels from its top left corner; null: it is not there. */
function useBox(root: RefObject<HTMLElement | null>, place: string): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const read = () => {
      const element = root.current === null ? null : findPlace(root.current, place);
      const next = element?.getBoundingClientRect() ?? null;
      setBox((before) => {
        if (next === null || next.width === 0) return null;
        const { left, top, width, height } = next;
        const moved = { left: left + window.scrollX, top: top + window.scrollY, width, height };
        return JSON.stringify(moved) === JSON.stringify(before) ? before : moved;
      });
    };
    read();
    const timer = setInterval(read, PLACE_AGAIN_MS);
    return () => clearInterval(timer);
  }, [root, place]);
  return box;
}
