import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

const load = (signal: AbortSignal) => call("getPlatformHealth", { signal });

/** Tells an admin that no runner is connected. */
export function RunnerNotice() {
  const { value: health } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  if (health?.runner !== false) return null;
  return (
    <Alert color="yellow" variant="light" role="status" mb="sm" icon={<IconAlertTriangle size={18} />}>
      {MESSAGES.noRunner}
    </Alert>
  );
}
