import { Button, Group, Loader, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck, IconRefresh } from "@tabler/icons-react";
import type { WorkerDownload } from "@understudy/shared/api/resource.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type ReactNode, useState } from "react";
import type { ApiFailure } from "#api/call.ts";
import { call } from "#api/call.ts";
import { useConnectedServers } from "#data/connected-servers.ts";
import { useQuery } from "#data/query.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Copyable } from "#ui/copyable.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { useAction } from "#ui/use-action.ts";
import { Downloads } from "./downloads.tsx";
import classes from "./resources.module.css";

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

/** Waits for a server that was not connected when the page was opened, and says which one came. */
function AwaitedServer() {
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

type Props = {
  clientKey: string | null;
  failure: ApiFailure | null;
  retry: () => void;
  onReplace: () => Promise<boolean>;
  busy: boolean;
};

function ClientKey({ clientKey, failure, retry, onReplace, busy }: Props) {
  const [asking, setAsking] = useState(false);
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingWorkerKey} onRetry={retry} />;
  if (clientKey === null) return <Skeleton height={40} />;
  const replace = async () => {
    if (await onReplace()) setAsking(false);
  };
  return (
    <>
      <Copyable label="Worker Client Key" text={clientKey} />
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={15} />}
          onClick={() => setAsking(true)}
        >
          Create a new key
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title="Create a new worker client key?"
        text="The old key stops working at once: your connected servers are disconnected until you restart them with the new key, and the simulations they are running will be run again."
        confirmLabel="Create a new key"
        busy={busy}
        onConfirm={() => void replace()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** The lines that start a worker client, to be pasted where its zip was downloaded. */
type StartPlatform = "Linux" | "macOS" | "Windows";
const START_PLATFORMS: readonly StartPlatform[] = ["Linux", "macOS", "Windows"];

type Connection = { readonly server: string; readonly key: string };

/** The key stands in the environment: every user of a machine can read command lines. */
function startCommands(platform: StartPlatform, { server, key }: Connection): string {
  switch (platform) {
    case "Linux":
      return [
        "unzip -q -o understudy-worker-linux-x64.zip",
        "cd understudy-worker",
        `UNDERSTUDY_KEY=${key} ./understudy-worker --server ${server}`,
      ].join("\n");
    case "macOS":
      return [
        "unzip -q -o understudy-worker-darwin-*.zip && xattr -dr com.apple.quarantine understudy-worker",
        "cd understudy-worker",
        `UNDERSTUDY_KEY=${key} ./understudy-worker --server ${server}`,
      ].join("\n");
    case "Windows":
      return [
        "Expand-Archive -Force understudy-worker-win-x64.zip .; cd understudy-worker",
        `$env:UNDERSTUDY_KEY = "${key}"`,
        `.\\understudy-worker.cmd --server ${server}`,
      ].join("\n");
  }
}

/** The platform of this browser, as the first choice. */
function guessPlatform(userAgent: string): StartPlatform {
  if (/Windows/i.test(userAgent)) return "Windows";
  return /Mac OS/i.test(userAgent) ? "macOS" : "Linux";
}

async function load(signal: AbortSignal) {
  const [{ client_key }, { items }] = await Promise.all([
    call("getWorkerClientKey", { signal }),
    call("listWorkerDownloads", { signal }),
  ]);
  return { clientKey: client_key, downloads: items };
}

/** The person's key, and what there is to download. Null: not known yet. */
function useAddResource() {
  const { value, failure, reload: retry } = useQuery(load);
  const [replaced, setReplaced] = useState<string | null>(null);
  const { run, busy } = useAction("creating a new key");
  const replaceKey = () =>
    run(async () => {
      setReplaced((await call("regenerateWorkerClientKey")).client_key);
      notifySuccess(MESSAGES.workerKeyMade);
    });
  return {
    clientKey: replaced ?? value?.clientKey ?? null,
    downloads: value?.downloads ?? null,
    failure,
    busy,
    replaceKey,
    retry,
  };
}
