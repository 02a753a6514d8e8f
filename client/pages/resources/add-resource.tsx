import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Copyable } from "../../components/copyable.tsx";
import { ClientKey } from "./client-key.tsx";
import { Downloads } from "./downloads.tsx";
import classes from "./resources.module.css";
import { useAddResource } from "./use-add-resource.ts";

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" className={classes.step}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

/** What it takes to connect a server of one's own. */
export function AddResource() {
  const { clientKey, downloads, failure, retry, replaceKey, busy } = useAddResource();
  const command = `understudy-worker --server ${window.location.origin} --key ${clientKey ?? "KEY"}`;
  return (
    <Stack gap="xl">
      <Step title="Worker Client Key">
        <Text c="dimmed">
          Your servers sign in with this key. Whoever has it can run your simulations: keep it to yourself.
        </Text>
        <ClientKey clientKey={clientKey} failure={failure} retry={retry} onReplace={replaceKey} busy={busy} />
      </Step>
      <Step title="Worker client downloads">
        <Downloads downloads={downloads} />
      </Step>
      <Step title="Start the client">
        <Text c="dimmed">
          On the server, which needs no open port. Add <code>--check</code> to try the connection first, or{" "}
          <code>--help</code> to see all settings.
        </Text>
        <Copyable label="command" text={command} />
        <Text c="dimmed" size="sm">
          From a checkout of Understudy, <code>npm run worker -- --server …</code> starts the same client.
        </Text>
      </Step>
    </Stack>
  );
}
