import { type RefCallback, useCallback, useEffect, useRef, useState } from "react";
import { useIsPrinting } from "#plots/printing.ts";

/** Pixels before it is in view that a part of the page counts as seen. */
const MARGIN_PX = 300;

/** True once a part of the page has come into view or is printed: its data are not requested before. */
export function useSeen(): { ref: RefCallback<HTMLElement>; isSeen: boolean } {
  const [isSeen, setSeen] = useState(false);
  const isPrinting = useIsPrinting();
  if (isPrinting && !isSeen) setSeen(true);
  const observer = useRef<IntersectionObserver>(undefined);
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (element === null) return;
    observer.current = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `${MARGIN_PX}px` },
    );
    observer.current.observe(element);
  }, []);
  useEffect(() => () => observer.current?.disconnect(), []);
  return { ref, isSeen };
}
