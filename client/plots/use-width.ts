import { useCallback, useState } from "react";
import { subscribeToPrinting } from "./printing.ts";

/**
 * Measures the width of an element, in pixels: from the start, and in the layout of the paper before the page is printed, when no
 * ResizeObserver reports.
 * @returns `ref` belongs to the element; the width is 0 before there is one
 */
export function useWidth(): {
  ref: (element: HTMLElement | null) => (() => void) | undefined;
  width: number;
} {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const unsubscribe = subscribeToPrinting(measure);
    return () => {
      observer.disconnect();
      unsubscribe();
    };
  }, []);
  return { ref, width };
}
