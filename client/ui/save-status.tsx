import { Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useRef } from "react";
import { getSocketStatus, onDatabaseRecovery, onSocketStatus } from "#data/socket/status.ts";
import { ErrorBanner } from "./load-states.tsx";
import classes from "./save-status.module.css";
import type { SaveState } from "./use-save-state.ts";

const STATE_TEXTS = { idle: "", failed: "", unsaved: "Saving…", saving: "Saving…" };

type Props = {
  /** `flush` saves pending edits at once. */
  readonly editor: { readonly state: SaveState; readonly flush: () => Promise<unknown> };
  readonly failure: string;
  readonly saved?: string;
};

/** Saves edits that could not be saved once more as soon as the server can be reached again. */
function useRetry({ state, flush }: Props["editor"]): void {
  const latestFlush = useRef(flush);
  latestFlush.current = flush;
  useEffect(() => {
    if (state !== "failed") return;
    const retry = () => void latestFlush.current();
    const ends = [onSocketStatus(() => getSocketStatus() === "up" && retry()), onDatabaseRecovery(retry)];
    // A socket survives a short cut of the network, and then says nothing.
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("online", retry);
      for (const end of ends) end();
    };
  }, [state]);
}

/**
 * The state of saving, in a reserved space. In an element with `data-form` only a form without errors says that edits
 * are saved.
 */
export function SaveStatus({ editor, failure, saved = MESSAGES.configSaved }: Props) {
  useRetry(editor);
  if (editor.state === "failed")
    return (
      <div data-problem>
        <ErrorBanner message={failure} onRetry={() => void editor.flush()} />
      </div>
    );
  return (
    <Text size="sm" c="dimmed" role="status" mih={20} className={classes.saved}>
      {editor.state === "saved" ? saved : STATE_TEXTS[editor.state]}
    </Text>
  );
}
