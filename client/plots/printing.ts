/** Plots on paper: all of them are drawn, also those that have not been in view. */
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

/** The page is printed as it stands when its plots have not been drawn after this long. */
const PREPARATION_LIMIT_MS = 15_000;
/** Placeholders, and elements that plotly.js has still to draw into. */
const UNDRAWN_SELECTOR = ".mantine-Skeleton-root, div[data-plot]:empty";

let isPrinting = false;
const listeners = new Set<() => void>();

/** The browser takes the page as it stands when the event's handler returns: all that can be drawn at once is drawn before. */
function setPrinting(value: boolean): void {
  isPrinting = value;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

const startPrinting = () => setPrinting(true);
const stopPrinting = () => setPrinting(false);
const followMedia = ({ matches }: MediaQueryListEvent) => setPrinting(matches);
let printMedia: MediaQueryList | null = null;

/**
 * Calls a function whenever the page is about to be printed, its layout has become that of the paper, or it is on screen again.
 * @returns a function that ends this
 */
export function subscribeToPrinting(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("beforeprint", startPrinting);
    window.addEventListener("afterprint", stopPrinting);
    window.addEventListener("keydown", printWithKeys);
    printMedia = window.matchMedia("print");
    printMedia.addEventListener("change", followMedia);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    isPrinting = false;
    window.removeEventListener("beforeprint", startPrinting);
    window.removeEventListener("afterprint", stopPrinting);
    window.removeEventListener("keydown", printWithKeys);
    printMedia?.removeEventListener("change", followMedia);
  };
}

/** Returns true while the page is prepared for the printer or printed. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribeToPrinting, () => isPrinting);

/** Ctrl+P waits for scripts and data of the plots, which the browser's own command cannot do. */
function printWithKeys(event: KeyboardEvent): void {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isCommand || event.key.toLowerCase() !== "p" || event.defaultPrevented) return;
  event.preventDefault();
  if (!isPrinting) void printWhenDrawn();
}

async function printWhenDrawn(): Promise<void> {
  startPrinting();
  const deadline = performance.now() + PREPARATION_LIMIT_MS;
  do await waitForFrame();
  while (isPrinting && document.querySelector(UNDRAWN_SELECTOR) !== null && performance.now() < deadline);
  // A plot that is there is drawn in the frame after its data have come.
  await waitForFrame();
  window.print();
  stopPrinting();
}

const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
