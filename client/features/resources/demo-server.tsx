import { Button, Group, Loader, Paper, Stack, Text, Title } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import type { DemoServer as DemoState } from "@understudy/shared/api/demo.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { useAction } from "#ui/use-action.ts";

const TRY_LABEL = "Try a connected server";

/** Offers users without a simulator a server of the platform's own, one click from the first training job. */
export function DemoServer() {
  const { demo, isStarting, isStopping, problem, start, stop } = useDemoServer();
  if (demo === null || !demo.available) return null;
  if (demo.status === "Online" && !isStarting) {
    return (
      <Panel
        text={`It is connected and runs any ngspice spec of yours that uses only its own files, two simulations at a time. ${demo.stays ? "It runs as long as the platform does." : "It stops after half an hour without simulations."}`}
      >
        {demo.spec_version_id !== null && (
          <Button component={Link} to={`/spec_versions/${demo.spec_version_id}/jobs/new?objective=Training`}>
            Create a training job
          </Button>
        )}
        <Button variant="default" loading={isStopping} onClick={stop}>
          Stop
        </Button>
      </Panel>
    );
  }
  if (demo.status === "Starting" || isStarting) {
    return (
      <Panel text="A worker client is starting next to the platform. It connects like one of your own machines, in a few seconds.">
        <Group gap="xs" mih={32}>
          <Loader size={18} aria-hidden />
          <Text size="sm">Connecting</Text>
        </Group>
      </Panel>
    );
  }
  return (
    <Panel text="See how it works without installing anything: a demo server runs next to the platform and simulates ngspice specs, an op-amp of ours or your own. You can train an emulator of the op-amp in a few minutes.">
      <Button leftSection={<IconPlayerPlay size={16} />} onClick={start}>
        {TRY_LABEL}
      </Button>
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Panel>
  );
}

function Panel({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" mt="xl" aria-labelledby="demo-server">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" mb={4} id="demo-server">
            Demo server
          </Title>
          <Text c="dimmed" role="status">
            {text}
          </Text>
        </div>
        <Group gap="xs">{children}</Group>
      </Stack>
    </Paper>
  );
}

const load = (signal: AbortSignal) => call("getDemoServer", { signal });

/**
 * The interval of polls, in milliseconds: it connects in a few seconds, and stops by itself when unused. Null: never.
 */
function getPollInterval(status: DemoState["status"]): number | null {
  switch (status) {
    case "Starting":
      return 1_000;
    case "Online":
      return 10_000;
    case "Off":
    case "Failed":
      return null;
    default:
      return assertNever(status);
  }
}

/** The user's own demo server, and the actions on it. */
function useDemoServer() {
  const [everyMs, setEveryMs] = useState<number | null>(null);
  const { value, reload } = useQuery(load, { everyMs });
  const starting = useAction("starting the demo server", { message: () => null });
  const stopping = useAction("stopping the demo server");
  const status = value?.status ?? null;
  useEffect(() => setEveryMs(status === null ? null : getPollInterval(status)), [status]);

  const start = () => starting.run(async () => void (await call("startDemoServer"))).then(reload);
  const stop = () => stopping.run(async () => void (await call("stopDemoServer"))).then(reload);
  return {
    demo: value,
    isStarting: starting.busy,
    isStopping: stopping.busy,
    /** The reason why it could not be started. */
    problem: starting.failure?.message ?? value?.error ?? null,
    start: () => void start(),
    stop: () => void stop(),
  };
}
