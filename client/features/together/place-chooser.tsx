import { Button, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type CommentAnchor, isForRestricted } from "@understudy/shared/api/comment.ts";
import { type MouseEvent, type RefObject, useState } from "react";
import { createPortal } from "react-dom";
import { useCurrentUser } from "#data/current-user.ts";
import { findChosenMark, findPlotPoint } from "#plots/chart/plot-presence.ts";
import { getPlace } from "#presence/places.ts";
import { NOT_A_MOVE } from "#presence/watch-input.ts";
import { anchorOfPlace } from "./anchors.ts";
import classes from "./comments.module.css";
import { chooserState, openedThread, placedDraft } from "./panel-state.ts";
import { useRoom } from "./use-room.ts";

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
type Target = { readonly anchor: CommentAnchor; readonly box: Box };

/** Lies over the page while the reader chooses what a comment is about: nothing there is moved by the click. */
export function PlaceChooser({ jobId, root }: { jobId: number; root: RefObject<HTMLElement | null> }) {
  const room = useRoom();
  const { restricted } = useCurrentUser();
  const [target, setTarget] = useState<Target | null>(null);
  const end = () => chooserState.set(jobId, "closed");
  const find = (elements: readonly Element[], x: number, y: number): Target | null => {
    const candidate = findTarget(root.current, elements, x, y);
    if (candidate === null || !restricted) return candidate;
    // The server would refuse a comment on any other place.
    return isForRestricted({ anchor: candidate.anchor, tab: room.readView().tab }) ? candidate : null;
  };
  const findPointed = ({ clientX, clientY }: MouseEvent) =>
    find(document.elementsFromPoint(clientX, clientY), clientX, clientY);
  /** The control that has the focus, or the point of a plot that the arrow keys have chosen. */
  const findFocused = () => {
    const focused = document.activeElement;
    if (focused === null || root.current?.contains(focused) !== true) return null;
    const mark = findChosenMark(focused) ?? focused;
    const { left, top, width, height } = mark.getBoundingClientRect();
    return find([mark], left + width / 2, top + height / 2);
  };
  const choose = (chosen: Target | null) => {
    if (chosen === null) return;
    openedThread.set(jobId, null);
    placedDraft.set(jobId, { anchor: chosen.anchor, view: room.readView() });
    end();
  };
  useWindowEvent("focusin", () => setTarget(findFocused()));
  // The arrow keys lead on within a plot.
  useWindowEvent("keyup", () => setTarget((before) => findFocused() ?? before));
  useWindowEvent(
    "keydown",
    (event) => {
      if (event.key === "Escape") end();
      const chosen = event.key === "Enter" ? findFocused() : null;
      if (chosen === null) return;
      // Enter moves nothing on the page meanwhile.
      event.preventDefault();
      event.stopPropagation();
      choose(chosen);
    },
    { capture: true },
  );
  return createPortal(
    <div {...{ [NOT_A_MOVE]: "" }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it lies over what has a role */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys go to what lies under it, see above */}
      <div
        className={classes.cover}
        data-comment-cover
        onPointerMove={(event) => setTarget(findPointed(event))}
        // At a tap's pointerup the page under the cover would get the click.
        onClick={(event) => choose(findPointed(event))}
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
