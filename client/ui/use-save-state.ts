import { BANNER_MESSAGE_MS } from "@understudy/shared/limits.ts";
import { useEffect, useState } from "react";

export type SaveState = "idle" | "unsaved" | "saving" | "saved" | "failed";

/** An edit is saved this long after the last one. */
export const SAVE_AFTER_MS = 500;

/** The state of saving edits; "saved" is shown for a moment only. */
export function useSaveState() {
  const [state, setState] = useState<SaveState>("idle");
  useEffect(() => {
    if (state !== "saved") return;
    const end = setTimeout(() => setState("idle"), BANNER_MESSAGE_MS);
    return () => clearTimeout(end);
  }, [state]);
  return [state, setState] as const;
}
