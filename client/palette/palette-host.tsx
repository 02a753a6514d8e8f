import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { lazy, Suspense, useEffect } from "react";
import {
  forgetPalette,
  openPalette,
  setShortcutSheet,
  usePaletteCalls,
  useShortcutSheet,
} from "../store/palette.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));
const ShortcutSheet = lazy(async () => ({
  default: (await import("./shortcut-sheet.tsx")).ShortcutSheet,
}));

const openSheet = () => setShortcutSheet(true);

/** Listens for the shortcuts of every page; the palette and the sheet are loaded when they are first opened. */
export function PaletteHost({ user }: { user: CurrentUser }) {
  const calls = usePaletteCalls();
  const isSheetOpen = useShortcutSheet();
  useShortcuts(user, { openPalette, openSheet });
  useEffect(() => forgetPalette, []);
  return (
    <Suspense fallback={null}>
      {calls > 0 && <CommandPalette user={user} calls={calls} onShortcuts={openSheet} />}
      {isSheetOpen && <ShortcutSheet user={user} onClose={() => setShortcutSheet(false)} />}
    </Suspense>
  );
}
