import { Button, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type CommentAnchor, isForRestricted } from "@understudy/shared/api/comment.ts";
import { type PointerEvent, type RefObject, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useCurrentUser } from "#data/current-user.ts";
import { findPlotPoint } from "#plots/chart/plot-presence.ts";
import { anchorOfPlace } from "./anchors.ts";
import classes from "./comments.module.css";
import { chooserState, openedThread, placedDraft } from "./panel-state.ts";
import { getPlace } from "./places.ts";
import { useRoom } from "./use-room.ts";
import { NOT_A_MOVE } from "./watch-input.ts";

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Target = { readonly anchor: CommentAnchor; readonly box: Box };

/** Lies over the page while the reader chooses what a comment is about: nothing there is moved by the click. */
export function PlaceChooser({ jobId, root }: { jobId: number; root: RefObject<HTMLElement | null> }) {
  const room = useRoom();
  const { restricted } = useCurrentUser();
  const cover = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const end = () => chooserState.set(jobId, "closed");
  useWindowEvent("keydown", (event) => {
    if (event.key === "Escape") end();
  });
  const find = ({ clientX, clientY }: PointerEvent): Target | null => {
    const pointed = findTarget(root.current, document.elementsFromPoint(clientX, clientY), clientX, clientY);
    if (pointed === null || !restricted) return pointed;
    // The server would refuse a comment on any other place.
    return isForRestricted({ anchor: pointed.anchor, tab: room.readView().tab }) ? pointed : null;
  };
  const choose = (event: PointerEvent) => {
    const chosen = find(event);
    if (chosen === null) return;
    openedThread.set(jobId, null);
    placedDraft.set(jobId, { anchor: chosen.anchor, view: room.readView() });
    end();
  };
  return createPortal(
    <div {...{ [NOT_A_MOVE]: "" }}>
      <div
        ref={cover}
        className={classes.cover}
        data-comment-cover
        onPointerMove={(event) => setTarget(find(event))}
        onPointerUp={choose}
      />
      {target !== null && <div className={classes.target} style={{ ...target.box }} />}
      <div className={classes.hint} role="status">
        <Text size="sm">Choose a point of a plot, a field or a row of a table.</Text>
        <Button size="compact-sm" variant="default" onClick={end}>
          Cancel
        </Button>
      </div>
    </div>,
    document.body,
  );
}

function findTarget(
  root: HTMLElement | null,
  elements: readonly Element[],
  x: number,
  y: number,
): Target | null {
  for (const element of elements) {
    if (root === null || !root.contains(element)) continue;
    const point = findPlotPoint(element, x, y);
    if (point !== null)
      return { anchor: { kind: "plot", ...point }, box: { left: x - 5, top: y - 5, width: 10, height: 10 } };
    // The words beside a box mean the box.
    const control = element.closest("label")?.control ?? element;
    const place = getPlace(root, control);
    if (place !== null) return { anchor: anchorOfPlace(place), box: measure(control) };
  }
  return null;
}

function measure(element: Element): Box {
  const shown = element.closest("tr") ?? element;
  const { left, top, width, height } = shown.getBoundingClientRect();
  return { left: left - 3, top: top - 3, width: width + 6, height: height + 6 };
}
