import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** A plot is prepared this long before it comes into view. */
const NEAR_MARGIN = "400px";

/** Returns true once an element has come near the viewport, or the page is about to be printed. */
export function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: NEAR_MARGIN },
    );
    observer.observe(element.current);
    // The browser takes the page as it stands when the handler returns.
    const show = () => flushSync(() => setIsNear(true));
    window.addEventListener("beforeprint", show);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", show);
    };
  }, [isNear, element]);
  return isNear;
}
