import { Alert, Button, Group, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { SortOrder } from "@understudy/shared/api/list.ts";
import type { OfflineResource, Resource } from "@understudy/shared/api/resource.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { NO_ANSWER } from "#api/call.ts";
import { useConnectedServers, useOfflineServers } from "#data/connected-servers.ts";
import { DataTable } from "#ui/data-table.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { WithCsv } from "#ui/table-csv.tsx";
import { compareBy, OFFLINE_COLUMNS, RESOURCE_COLUMNS } from "./columns.tsx";

export function ConnectedResources({ onAdd }: { onAdd: () => void }) {
  const { servers, failure, reload } = useConnectedServers();
  const [sort, setSort] = useState<{ by: string; order: SortOrder }>({ by: "id", order: "ascending" });
  const isShown = failure !== null && (servers === null || failure.status !== NO_ANSWER);
  return (
    <>
      {isShown && <ErrorBanner message={MESSAGES.loadingItems("resource")} onRetry={() => void reload()} />}
      {servers === null && failure === null && <LoadingLines rows={4} height={29} />}
      {servers?.length === 0 && <NoResources onAdd={onAdd} />}
      {servers !== null && servers.length > 0 && (
        <WithCsv label="Connected Resources">
          <DataTable<Resource>
            label="Connected Resources"
            columns={RESOURCE_COLUMNS}
            rows={[...servers].sort(compareBy(sort.by, sort.order))}
            id={({ id }) => id}
            sort={sort}
            onSort={(by, order) => setSort({ by, order })}
          />
        </WithCsv>
      )}
      <OfflineResources />
    </>
  );
}

/** The order in which the server gives them; there are too few to sort by anything else. */
const LAST_SEEN_FIRST = { by: "last_seen", order: "descending" } as const;

/** Servers that were connected lately: whoever misses one sees since when. */
function OfflineResources() {
  const servers = useOfflineServers();
  if (servers.length === 0) return null;
  return (
    <section aria-labelledby="offline-resources">
      <Title order={2} size="h4" mt="lg" mb="xs" id="offline-resources">
        Not connected now
      </Title>
      <DataTable<OfflineResource>
        label="Servers that are not connected"
        columns={OFFLINE_COLUMNS}
        rows={servers}
        id={({ id }) => id}
        sort={LAST_SEEN_FIRST}
        onSort={() => {}}
      />
    </section>
  );
}

function NoResources({ onAdd }: { onAdd: () => void }) {
  return (
    <Alert color="yellow" variant="light" role="status" icon={<IconAlertTriangle size={18} />}>
      <Group justify="space-between" gap="sm">
        <Text size="md">{MESSAGES.noResources}</Text>
        <Button size="compact-sm" variant="default" onClick={onAdd}>
          Add Resource
        </Button>
      </Group>
    </Alert>
  );
}
