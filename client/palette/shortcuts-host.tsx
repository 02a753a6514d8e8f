import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { lazy, Suspense } from "react";
import { openPalette, setShortcutSheet, usePaletteCalls, useShortcutSheet } from "./palette-state.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));
const ShortcutSheet = lazy(async () => ({
  default: (await import("./shortcut-sheet.tsx")).ShortcutSheet,
}));

const openSheet = () => setShortcutSheet(true);

type Props = {
  user: CurrentUser;
  /** The keys that were pressed while this was loading, and from then on none. */
  takeEarly: () => readonly KeyboardEvent[];
};

/** Listens for the shortcuts of every page, and shows the palette and the sheet. */
export function ShortcutsHost({ user, takeEarly }: Props) {
  const calls = usePaletteCalls();
  const isSheetOpen = useShortcutSheet();
  useShortcuts(user, { openPalette, openSheet, takeEarly });
  return (
    <Suspense fallback={null}>
      {calls > 0 && <CommandPalette user={user} calls={calls} onShortcuts={openSheet} />}
      {isSheetOpen && <ShortcutSheet user={user} onClose={() => setShortcutSheet(false)} />}
    </Suspense>
  );
}
