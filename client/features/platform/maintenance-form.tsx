import { Button, Group, Textarea } from "@mantine/core";
import type { MaintenanceBanner } from "@understudy/shared/api/platform.ts";
import { MAINTENANCE_TEXT_MAX } from "@understudy/shared/limits.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { useAction } from "#ui/use-action.ts";

type Props = { maintenance: MaintenanceBanner | null; onChanged: () => void };

/** Shows a text on everybody's pages at once, or removes it. */
export function MaintenanceForm({ maintenance, onChanged }: Props) {
  const [text, setText] = useState(maintenance?.text ?? "");
  const { run, busy } = useAction("changing the notice");
  const announce = (next: string) =>
    run(async () => {
      await call("setMaintenance", { body: { text: next } });
      setText(next.trim());
      onChanged();
    });
  return (
    <>
      <Textarea
        label="Notice on everybody's pages"
        description="Plain text. People can close it; they see it again when you change it."
        autosize
        minRows={2}
        maxLength={MAINTENANCE_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group mt="sm" gap="xs">
        <Button
          loading={busy}
          disabled={text.trim() === "" || text.trim() === maintenance?.text}
          onClick={() => announce(text)}
        >
          Show Notice
        </Button>
        <Button variant="default" disabled={busy || maintenance === null} onClick={() => announce("")}>
          Remove Notice
        </Button>
      </Group>
    </>
  );
}
