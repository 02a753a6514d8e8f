import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { type Touch, useTouches } from "#data/presence.ts";
import { personColor } from "#ui/person.ts";
import classes from "./together.module.css";
import { useBox } from "./use-box.ts";
import { useColleagues } from "./use-colleagues.ts";

/** Frames, in their colours and with their names, around what other people touch now. */
export function TouchMarks({ jobId, root }: { jobId: number; root: RefObject<HTMLElement | null> }) {
  const colleagues = useColleagues(jobId);
  const touches = useTouches(jobId);
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
