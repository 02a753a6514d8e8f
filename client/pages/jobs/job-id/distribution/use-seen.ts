import { type RefCallback, useCallback, useEffect, useRef, useState } from "react";

/** Pixels before it is in view that a part of the page counts as seen. */
const AHEAD = 300;

/** Whether a part of the page has come into view: what it shows is not asked for before. */
export function useSeen(): { ref: RefCallback<HTMLElement>; isSeen: boolean } {
  const [isSeen, setSeen] = useState(false);
  const observer = useRef<IntersectionObserver>(undefined);
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (element === null) return;
    observer.current = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `${AHEAD}px` },
    );
    observer.current.observe(element);
  }, []);
  useEffect(() => () => observer.current?.disconnect(), []);
  return { ref, isSeen };
}
