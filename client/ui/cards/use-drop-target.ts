import { type DragEvent, useState } from "react";
import type { CardControls } from "./use-card-layout.ts";

/** Above or below the middle of the card under the pointer. */
function findSide({ currentTarget, clientY }: DragEvent): "before" | "after" {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? "before" : "after";
}

/** Takes the card that is dragged where it is dropped on this one, and says at which side it would be put. */
export function useDropTarget(name: string, controls: CardControls | null) {
  const [side, setSide] = useState<"before" | "after" | null>(null);
  const dragged = controls?.dragged ?? null;
  if (controls === null || dragged === null || dragged === name) return { side: null, handlers: {} };
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setSide(findSide(event));
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setSide(null);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setSide(null);
      controls.drag(null);
      controls.place(dragged, name, findSide(event));
    },
  };
  return { side, handlers };
}
