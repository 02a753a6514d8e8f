import { Group, Loader, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useConnectedServers } from "#data/connected-servers.ts";

/** Waits for a server that was not connected when the page was opened, and says which one came. */
export function AwaitedServer() {
  const servers =
    useConnectedServers().servers?.filter(({ is_own, machine }) => is_own && machine === null) ?? null;
  const [earlierIds, setEarlierIds] = useState<ReadonlySet<number> | null>(null);
  if (servers !== null && earlierIds === null) setEarlierIds(new Set(servers.map(({ id }) => id)));
  const arrived = servers?.find(({ id }) => earlierIds !== null && !earlierIds.has(id));
  return (
    <Group gap="xs" role="status">
      {arrived === undefined ? (
        <Loader size={16} />
      ) : (
        <IconCircleCheck size={18} color="#2f9e44" aria-hidden />
      )}
      <Text size="sm" {...(arrived === undefined && { c: "dimmed" })}>
        {arrived === undefined
          ? "Waiting for a server to connect. It appears here as soon as it does."
          : `${arrived.name} is connected.`}
      </Text>
    </Group>
  );
}
