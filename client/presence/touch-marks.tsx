import type { SharedPage } from "@understudy/shared/live/presence.ts";
import { type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { type Touch, useTouches } from "#data/presence.ts";
import { personColor } from "#ui/person.ts";
import { findPlace } from "./places.ts";
import classes from "./presence.module.css";
import { useColleagues } from "./use-colleagues.ts";

/** While something is marked, its place is read again this often (ms): what stands above it may grow. */
const PLACE_AGAIN_MS = 250;

type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** Frames, in their colours and with their names, around what other people touch now. */
export function TouchMarks({ page, root }: { page: SharedPage; root: RefObject<HTMLElement | null> }) {
  const colleagues = useColleagues(page);
  const touches = useTouches(page);
  return touches.map((touch) => {
    const person = colleagues.find(({ user_id, hasLeft }) => user_id === touch.userId && !hasLeft);
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

/** Returns the box of a place, in pixels from the top left corner of the page; null: the page has no such place. */
export function useBox(root: RefObject<HTMLElement | null>, place: string): Box | null {
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
    // What sticks to the window moves on the page.
    window.addEventListener("scroll", read, { passive: true });
    return () => {
      clearInterval(timer);
      window.removeEventListener("scroll", read);
    };
  }, [root, place]);
  return box;
}
