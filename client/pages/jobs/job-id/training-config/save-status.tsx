import { Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { ErrorBanner } from "../../../../components/error-banner.tsx";
import type { ConfigEditor } from "./use-config-editor.ts";

const TEXTS = { idle: "", failed: "", unsaved: "Saving…", saving: "Saving…" };

type Props = {
  readonly editor: Pick<ConfigEditor, "state" | "flush">;
  readonly failure: string;
  readonly saved?: string;
};

/** Whether edits are saved, in a reserved space. */
export function SaveStatus({ editor, failure, saved = MESSAGES.configSaved }: Props) {
  if (editor.state === "failed") return <ErrorBanner message={failure} onRetry={() => void editor.flush()} />;
  return (
    <Text size="sm" c="dimmed" role="status" mih={20}>
      {editor.state === "saved" ? saved : TEXTS[editor.state]}
    </Text>
  );
}
