import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { forgetPalette, usePaletteCalls, useShortcutSheet } from "./palette-state.ts";

const Shortcuts = lazy(async () => ({ default: (await import("./shortcuts-host.tsx")).ShortcutsHost }));

/** Keys of ours with which browsers do something of their own unless they are stopped at once. */
const isOurs = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === "k";

/** The shortcuts of every page, the palette and the sheet are loaded with the first key, so that pages open without them. */
export function PaletteHost({ user }: { user: CurrentUser }) {
  const isCalledFor = usePaletteCalls() > 0;
  const isSheetOpen = useShortcutSheet();
  const [hasKey, setHasKey] = useState(false);
  const early = useRef<KeyboardEvent[]>([]);
  const take = useRef<() => KeyboardEvent[]>(() => []);
  useEffect(() => forgetPalette, []);
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (isOurs(event)) event.preventDefault();
      early.current.push(event);
      setHasKey(true);
    };
    const { documentElement } = document;
    const takeEarly = () => {
      documentElement.removeEventListener("keydown", keep);
      return early.current.splice(0);
    };
    take.current = takeEarly;
    documentElement.addEventListener("keydown", keep);
    return () => void takeEarly();
  }, []);
  if (!hasKey && !isCalledFor && !isSheetOpen) return null;
  return (
    <Suspense fallback={null}>
      <Shortcuts user={user} takeEarly={() => take.current()} />
    </Suspense>
  );
}
