import { Stack, Text, Title } from "@mantine/core";
import type { WorkerDownload } from "@understudy/shared/api/resource.ts";
import type { ReactNode } from "react";
import { Copyable } from "../../components/copyable.tsx";
import { TextLink } from "../../components/text-link.tsx";
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
  const ofKind = (kind: WorkerDownload["kind"]) => downloads?.filter((one) => one.kind === kind) ?? null;
  const command = `./understudy-worker --server ${window.location.origin} --key ${clientKey ?? "KEY"}`;
  return (
    <Stack gap="xl">
      <Text className={classes.step}>
        Simulations run on your own machines. For how to connect one, what the client does and how it is
        secured, see the <TextLink to="/guides/resources">resources guide</TextLink>.
      </Text>
      <Step title="Worker Client Key">
        <Text c="dimmed">
          Your servers sign in with this key. Anyone who has it can run your simulations, so keep it secret.
        </Text>
        <ClientKey clientKey={clientKey} failure={failure} retry={retry} onReplace={replaceKey} busy={busy} />
      </Step>
      <Step title="Worker client downloads">
        <Downloads downloads={ofKind("worker")} />
      </Step>
      <Step title="Start the client">
        <Text c="dimmed">
          Run this on the server, which needs no open port. Add <code>--check</code> to test the connection
          first, or <code>--help</code> to see all settings.
        </Text>
        <Copyable label="command" text={command} />
        <Text c="dimmed" size="sm">
          From a checkout of Understudy, <code>npm run worker -- --server …</code> starts the same client.
        </Text>
      </Step>
      <Step title="Python user client">
        <Text c="dimmed">
          Use jobs, simulations and predictions from your own scripts. It signs in with an{" "}
          <TextLink to="/user/tokens">API token</TextLink>. To install and use it, see{" "}
          <TextLink to="/guides/python">its guide</TextLink>.
        </Text>
        <Downloads downloads={ofKind("python")} />
      </Step>
    </Stack>
  );
}
