import { SegmentedControl, Stack, Text, Title } from "@mantine/core";
import type { WorkerDownload } from "@understudy/shared/api/resource.ts";
import { type ReactNode, useState } from "react";
import { Copyable } from "#ui/copyable.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { AwaitedServer } from "./awaited-server.tsx";
import { ClientKey } from "./client-key.tsx";
import { Downloads } from "./downloads.tsx";
import classes from "./resources.module.css";
import { guessPlatform, START_PLATFORMS, startCommands } from "./start-commands.ts";
import { useAddResource } from "./use-add-resource.ts";

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" className={classes.step}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

/** The steps of connecting a server of one's own. */
export function AddResource() {
  const { clientKey, downloads, failure, retry, replaceKey, busy } = useAddResource();
  const selectKind = (kind: WorkerDownload["kind"]) =>
    downloads?.filter((download) => download.kind === kind) ?? null;
  const [platform, setPlatform] = useState(guessPlatform(navigator.userAgent));
  const commands = startCommands(platform, { server: window.location.origin, key: clientKey ?? "KEY" });
  return (
    <Stack gap="xl">
      <Text>
        Simulations run on your own machines. For how to connect one, what the client does and how it is
        secured, see the <TextLink to="/guides/resources">resources guide</TextLink>.
      </Text>
      <div className={classes.steps}>
        <Step title="Worker Client Key">
          <Text c="dimmed">
            Your servers sign in with this key. Anyone who has it can run your simulations, so keep it secret.
          </Text>
          <ClientKey
            clientKey={clientKey}
            failure={failure}
            retry={retry}
            onReplace={replaceKey}
            busy={busy}
          />
        </Step>
        <Step title="Worker client downloads">
          <Downloads downloads={selectKind("worker")} />
        </Step>
        <Step title="Start the client">
          <Text c="dimmed">
            Paste these lines on the server, in the folder with the downloaded zip. It needs no open port. Add{" "}
            <code>--check</code> to the last line to test the connection first, or <code>--help</code> to see
            all settings.
          </Text>
          <SegmentedControl
            aria-label="System of the server"
            className={classes.platforms}
            data={[...START_PLATFORMS]}
            value={platform}
            onChange={setPlatform}
          />
          <Copyable label="commands" isCode text={commands} />
          <AwaitedServer />
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
          <Downloads downloads={selectKind("python")} />
        </Step>
      </div>
    </Stack>
  );
}
