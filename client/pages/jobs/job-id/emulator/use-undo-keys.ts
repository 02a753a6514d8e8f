import { useHotkeys } from "@mantine/hooks";
import type { EmulatorStore } from "./emulator-store.ts";

const NOT_TYPED_IN = ["range", "checkbox", "radio", "button"];

/** In a field for text, the keys undo what was typed there. */
function isTypedIn(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return !target.readOnly && !NOT_TYPED_IN.includes(target.type);
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Ctrl+Z takes the last move of the sliders back; Ctrl+Shift+Z and Ctrl+Y repeat it. */
export function useUndoKeys(store: EmulatorStore): void {
  const unlessTyping = (go: () => void) => (event: KeyboardEvent) => {
    if (isTypedIn(event.target)) return;
    event.preventDefault();
    go();
  };
  const passive = { preventDefault: false };
  useHotkeys(
    [
      ["mod+Z", unlessTyping(store.undo), passive],
      ["mod+Shift+Z", unlessTyping(store.redo), passive],
      ["mod+Y", unlessTyping(store.redo), passive],
    ],
    // A slider is an input, too.
    [],
  );
}
