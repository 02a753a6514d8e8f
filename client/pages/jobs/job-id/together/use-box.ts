import { type RefObject, useEffect, useState } from "react";
import { findPlace } from "./places.ts";

/** While something is marked, its place is read again this often (ms): what stands above it may grow. */
const PLACE_AGAIN_MS = 250;

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

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
