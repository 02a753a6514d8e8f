import { getHotkeyHandler, useHotkeys, useLocalStorage } from "@mantine/hooks";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { listPages } from "./pages.ts";

/** The time after `g` within which the page's key must follow. */
const SEQUENCE_MS = 1_500;

/** Keys without Ctrl do something: people who speak to the computer, or have an unsteady hand, can turn them off. */
export const useSingleKeys = () =>
  useLocalStorage({ key: "single-key-shortcuts", defaultValue: true, getInitialValueInEffect: false });

/** A dialog or a menu has keys of its own. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest("[role=dialog], [role=menu], [role=listbox]") !== null;

function focusFilter(): void {
  const filter = document.querySelector("main input[type=search]");
  if (filter instanceof HTMLInputElement) filter.focus();
}

type Hotkeys = Parameters<typeof useHotkeys>[0];
type ShortcutTargets = {
  openPalette: () => void;
  openSheet: () => void;
  /** The keys that were pressed before anything listened. */
  takeEarly: () => readonly KeyboardEvent[];
};
const TYPED_IN = ["INPUT", "TEXTAREA", "SELECT"];

/** Listens for the shortcuts that work on every page. */
export function useShortcuts(
  user: CurrentUser,
  { openPalette, openSheet, takeEarly }: ShortcutTargets,
): void {
  const navigate = useNavigate();
  const [hasSingleKeys] = useSingleKeys();
  const leaderAt = useRef(Number.NEGATIVE_INFINITY);
  const single = (go: () => void) => (event: KeyboardEvent) => {
    if (!hasSingleKeys || event.repeat || isElsewhere(event)) return;
    event.preventDefault();
    go();
  };
  const passive = { preventDefault: false };
  const always: Hotkeys = [["mod+K", openPalette]];
  useHotkeys(always, []);
  const keyed = listPages(user).flatMap(({ key, to }) => (key === null ? [] : [{ key, to }]));
  // One listener for both keys of a sequence: the second `g` of `g g` is no new first one.
  const press = (key: string) => {
    const isSecond = performance.now() - leaderAt.current < SEQUENCE_MS;
    leaderAt.current = !isSecond && key === "g" ? performance.now() : Number.NEGATIVE_INFINITY;
    const page = isSecond ? keyed.find((candidate) => candidate.key === key) : undefined;
    if (page !== undefined) return void navigate(page.to);
    if (!isSecond && key === "c" && !user.restricted) void navigate("/jobs/new");
  };
  const letters = new Set(["g", "c", ...keyed.map(({ key }) => key)]);
  const singles: Hotkeys = [
    ["shift+?", single(openSheet), passive],
    ["?", single(openSheet), passive],
    ["/", single(focusFilter), passive],
    ["shift+/", single(focusFilter), passive],
    ...[...letters].map((key): Hotkeys[number] => [key, single(() => press(key)), passive]),
  ];
  useHotkeys(singles);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came before the first listener
  useEffect(() => {
    for (const event of takeEarly()) {
      getHotkeyHandler(always)(event);
      const isTyped = event.target instanceof HTMLElement && TYPED_IN.includes(event.target.tagName);
      if (!isTyped) getHotkeyHandler(singles)(event);
    }
  }, []);
}
