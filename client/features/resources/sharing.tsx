import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { Resource } from "@understudy/shared/api/resource.ts";
import { JOB_CREATION } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { upsertServer } from "#data/connected-servers.ts";
import { NumberField } from "#ui/number-field.tsx";
import { useAction } from "#ui/use-action.ts";

/** Shows the people who share a server, or the button by which its owner shares it. */
export function Sharing({ server }: { server: Resource }) {
  const [opened, setOpened] = useState(false);
  const { is_own, sharing, role, name } = server;
  if (!is_own)
    return <span title={MESSAGES.sharedBy(sharing?.owner_name ?? "")}>by {sharing?.owner_name}</span>;
  if (role === "Training") return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant={sharing === null ? "default" : "light"}
        aria-label={sharing === null ? `Share ${name}` : `Sharing of ${name}: ${sharing.limit} at a time`}
        onClick={() => setOpened(true)}
      >
        {sharing === null ? "Share" : `${sharing.limit} at a time`}
      </Button>
      {opened && <SharingDialog server={server} onClose={() => setOpened(false)} />}
    </>
  );
}

function SharingDialog({ server, onClose }: { server: Resource; onClose: () => void }) {
  const { id, name, allowed, sharing } = server;
  const { min, max } = JOB_CREATION.concurrentSimulations;
  const [limit, setLimit] = useState<number | null>(sharing?.limit ?? Math.max(1, Math.floor(allowed / 2)));
  const { run, busy } = useAction("sharing the server");
  const share = async (value: number | null) => {
    const isDone = await run(async () => {
      const params = { resource_id: id };
      upsertServer(await call("shareResource", { params, body: { limit: value } }));
    });
    if (isDone) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Share ${name} with the team`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (limit !== null) void share(limit);
        }}
      >
        <Stack gap="md">
          <Text size="sm">{MESSAGES.whatSharingMeans}</Text>
          <NumberField
            label="Simulations of others at a time"
            value={limit}
            onNumber={setLimit}
            min={min}
            max={max}
            isWhole
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            {sharing !== null && (
              <Button variant="default" color="red" loading={busy} onClick={() => void share(null)}>
                Stop sharing
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={limit === null}>
              {sharing === null ? "Share" : "Save"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
