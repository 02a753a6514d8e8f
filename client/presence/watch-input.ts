import { getPlace } from "./places.ts";

/** A control counts as touched for this long after its last event, in ms; a box that is typed in, for longer. */
const TOUCH_MS = { control: 2_500, text: 15_000 } as const;
const TEXT_BOX_SELECTOR = "textarea, input:not([type=range], [type=checkbox], [type=radio])";
/** A person is idle after this time without an event, in ms. */
const IDLE_MS = 120_000;

const ACTIVITY_EVENTS = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;
const TOUCH_EVENTS = ["pointerdown", "input", "focusin"] as const;
/** Events by which a person moves the page or something on it. */
const MOVE_EVENTS = ["pointerdown", "wheel", "touchmove", "keydown"] as const;
/** These keys move the focus, or nothing. */
const STILL_KEYS = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape"]);
/** The bar and the faces by which a person follows: to use them moves nothing. */
export const NOT_A_MOVE = "data-together";

type InputListeners = {
  readonly onTouch: (place: string | null) => void;
  readonly onIdle: (isIdle: boolean) => void;
  /** The person moves something on the page. */
  readonly onMove: () => void;
};

/** Watches what the person before the page does. @returns what ends it */
export function watchInput(root: HTMLElement, { onTouch, onIdle, onMove }: InputListeners): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, passive: true, capture: true } as const;
  let touchTimer: ReturnType<typeof setTimeout> | undefined;
  /** The element that is touched. */
  let touched: { readonly target: Element; readonly place: string | null } | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const findTouchedPlace = (target: Element): string | null =>
    // A text with the cursors of its writers needs no frame, which would hide their names.
    target.closest("[data-cursors]") === null ? getPlace(root, target) : null;
  const release = () => {
    clearTimeout(touchTimer);
    touched = null;
    onTouch(null);
  };
  const touch = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    // To find a place takes a millisecond on a page with a hundred controls, and a slider has many steps a second.
    if (touched?.target !== target || !target.matches("input[type=range]"))
      touched = { target, place: findTouchedPlace(target) };
    const { place } = touched;
    if (place === null) return;
    clearTimeout(touchTimer);
    onTouch(place);
    const isText = target.matches(TEXT_BOX_SELECTOR);
    touchTimer = setTimeout(release, isText ? TOUCH_MS.text : TOUCH_MS.control);
  };
  const live = () => {
    clearTimeout(idleTimer);
    onIdle(document.hidden);
    idleTimer = setTimeout(() => onIdle(true), IDLE_MS);
  };
  const move = (event: Event) => {
    if (event instanceof KeyboardEvent && STILL_KEYS.has(event.key)) return;
    const isBar = event.target instanceof Element && event.target.closest(`[${NOT_A_MOVE}]`) !== null;
    if (!isBar) onMove();
  };
  for (const name of TOUCH_EVENTS) root.addEventListener(name, touch, options);
  root.addEventListener("focusout", release, options);
  for (const name of ACTIVITY_EVENTS) window.addEventListener(name, live, options);
  for (const name of MOVE_EVENTS) window.addEventListener(name, move, options);
  document.addEventListener("visibilitychange", live, options);
  live();
  return () => {
    controller.abort();
    clearTimeout(touchTimer);
    clearTimeout(idleTimer);
  };
}
