import { type RefObject, useCallback, useEffect, useState } from "react";
import { useIsPrinting } from "../printing.ts";

/** The module that draws figures; a page without plots contains its type alone. */
export type Plotly = typeof import("./plotly.ts");

let loading: Promise<Plotly> | null = null;
let loadedPlotly: Plotly | null = null;

/**
 * Loads plotly.js once for all plots of the page; after a failure the next call tries again.
 * @throws TypeError when the script cannot be loaded
 */
function loadPlotly(): Promise<Plotly> {
  if (loading === null) refuseStyles();
  loading ??= import("./plotly.ts").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * When it is first evaluated, plotly.js adds a `<style>` without a nonce, which the Content-Security-Policy refuses, unless an element of
 * this name and class exists. Its rules are then those of the style sheet that plotly.ts imports.
 */
function refuseStyles(): void {
  const id = "plotly.js-style-global";
  if (document.getElementById(id) !== null) return;
  const marker = document.createElement("meta");
  marker.id = id;
  marker.className = "no-inline-styles";
  document.head.append(marker);
}

/** A plot is prepared this long before it comes into view. */
const NEAR_MARGIN = "400px";

/** Returns true once an element has come near the viewport, or the page is about to be printed. */
function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  const isPrinting = useIsPrinting();
  if (isPrinting && !isNear) setIsNear(true);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: NEAR_MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}

/** The loading of plotly.js. It has also failed where plotly.js could not draw the figure. */
type PlotlyState =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly plotly: Plotly }
  | { readonly status: "failed"; readonly retry: () => void };

/**
 * Loads plotly.js once an element has come near the viewport.
 * @param isPrinted it is loaded at once
 * @returns `fail` is called when the figure cannot be drawn
 */
export function usePlotly(
  element: RefObject<HTMLElement | null>,
  isPrinted: boolean,
): { state: PlotlyState; fail: () => void } {
  const isNear = useNearViewport(element);
  const isNeeded = isNear || isPrinted;
  const [state, setState] = useState<PlotlyState>({ status: "loading" });
  const fail = useCallback(
    () => setState({ status: "failed", retry: () => setState({ status: "loading" }) }),
    [],
  );
  const isAwaited = isNeeded && state.status === "loading";
  useEffect(() => {
    if (!isAwaited) return;
    let isCurrent = true;
    loadPlotly().then(
      (plotly) => {
        loadedPlotly = plotly;
        if (isCurrent) setState({ status: "ready", plotly });
      },
      () => {
        if (isCurrent) fail();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isAwaited, fail]);
  // The printer does not wait for a promise, even where the script is there.
  if (isAwaited && loadedPlotly !== null) return { state: { status: "ready", plotly: loadedPlotly }, fail };
  return { state, fail };
}
