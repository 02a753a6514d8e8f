import { Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
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

/**
 * The state of saving, in a reserved space. In an element with `data-form` only a form without errors says that edits
 * are saved.
 */
export function SaveStatus({ editor, failure, saved = MESSAGES.configSaved }: Props) {
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
