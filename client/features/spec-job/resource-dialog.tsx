import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ResourceSelection } from "@understudy/shared/api/spec-job.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Code } from "#copy-as-code/code.ts";
import { CodeButton } from "#copy-as-code/code-button.tsx";
import { Cards } from "#ui/cards.tsx";
import { NumberTextInput } from "#ui/number-text-input.tsx";
import { ServerChoice } from "#ui/server-choice.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { OBJECTIVE_TEXTS } from "./job-draft.ts";
import {
  chooseResourceKind,
  chosenServer,
  concurrentProblem,
  concurrentText,
  createSelection,
  describeLoad,
  isChosen,
  isUsable,
  type ResourceDraft,
  type Server,
} from "./resource-draft.ts";
import classes from "./server-list.module.css";

type Props = {
  opened: boolean;
  objective: Objective;
  /** The name of the job whose emulator may take the kind of simulations; null: none may. */
  emulator: string | null;
  /** The reason why no server may be chosen; null: servers may. */
  withoutServers: string | null;
  /** The servers that can run simulations; null while they are being read. */
  servers: readonly Server[] | null;
  draft: ResourceDraft;
  /** The server's errors for the choice. */
  problems: readonly string[];
  busy: boolean;
  /** Creates the job as code, for people who have chosen where it runs; null: it has none. */
  createCode: ((selection: ResourceSelection, origin: string) => Code) | null;
  onChange: (changes: Partial<ResourceDraft>) => void;
  onSubmit: (selection: ResourceSelection) => void;
  onClose: () => void;
};

const kindOptions = (objective: Objective, emulator: string) => [
  {
    value: "emulator" as const,
    label: "Emulator",
    text: OBJECTIVE_TRAITS[objective].isSingle
      ? MESSAGES.emulatorNotRun
      : `The emulator of ${emulator}: a few seconds.`,
  },
  {
    value: "server" as const,
    label: "Simulations",
    text: OBJECTIVE_TEXTS[objective].serversBeside(emulator),
  },
];

/** Stands in place of a choice where only an emulator will do. */
function EmulatorAlone({ emulator, reason }: { emulator: string | null; reason: string }) {
  return emulator === null ? (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
      <Text size="sm">
        {reason} {MESSAGES.beginAtEmulator}
      </Text>
    </Alert>
  ) : (
    <Text size="sm">
      {MESSAGES.emulatorOnly(emulator)} {reason}
    </Text>
  );
}

/** The last question before a job is created: where its simulations run. */
export function ResourceDialog(props: Props) {
  const { opened, objective, emulator, withoutServers, draft, problems, busy, createCode } = props;
  const { onChange, onSubmit, onClose } = props;
  const servers = withoutServers === null ? props.servers : null;
  const connectedServers = servers ?? [];
  const hasEmulator = emulator !== null;
  const kind = chooseResourceKind(draft, hasEmulator, connectedServers);
  const selection = createSelection(objective, draft, hasEmulator, connectedServers);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={OBJECTIVE_TRAITS[objective].isSingle ? "Select Resource" : "Select Resources"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // A portal's events reach the page's own form, too.
          event.stopPropagation();
          if (selection !== null) onSubmit(selection);
        }}
      >
        <Stack gap="md">
          {withoutServers !== null && <EmulatorAlone emulator={emulator} reason={withoutServers} />}
          {withoutServers === null && emulator !== null && (
            <Cards
              label="Compute with"
              value={kind}
              disabled={false}
              options={kindOptions(objective, emulator)}
              onChange={(chosen) => onChange({ kind: chosen })}
            />
          )}
          {servers !== null && servers.length === 0 && (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
              <Text size="sm">
                {MESSAGES.noSimulationResources} <TextLink to="/resources">Connect one</TextLink>
              </Text>
            </Alert>
          )}
          {kind === "server" &&
            connectedServers.length > 0 &&
            (OBJECTIVE_TRAITS[objective].isSingle ? (
              <OneServer servers={connectedServers} draft={draft} onChange={onChange} />
            ) : (
              <ServerList servers={connectedServers} draft={draft} onChange={onChange} />
            ))}
          {problems.length > 0 && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problems.join(" ")}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            {createCode !== null && selection !== null && (
              <CodeButton title="Create this job" createCode={(origin) => createCode(selection, origin)} />
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={selection === null} data-autofocus>
              Submit
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type OneServerProps = {
  servers: readonly Server[];
  draft: ResourceDraft;
  onChange: (changes: Partial<ResourceDraft>) => void;
};

/** One of the servers, for one simulation. */
function OneServer({ servers, draft, onChange }: OneServerProps) {
  const chosen = chosenServer(draft, servers);
  return (
    <div>
      <ServerChoice
        servers={servers}
        chosen={chosen?.id ?? null}
        text={describeLoad}
        onChange={(serverId) => onChange({ serverId })}
      />
      {chosen === null && <NoneRuns />}
    </div>
  );
}

/** Nothing can be chosen: what would help. */
function NoneRuns() {
  return (
    <Text size="xs" c="var(--mantine-color-error)" mt={6}>
      {MESSAGES.noServerRunsSpec} <TextLink to="/resources">Connect one</TextLink>
    </Text>
  );
}

/** Any number of servers, each with how many simulations it runs at a time. */
function ServerList({ servers, draft, onChange }: OneServerProps) {
  const toggle = (id: number) => {
    const toggled = new Set(draft.toggled);
    if (!toggled.delete(id)) toggled.add(id);
    onChange({ toggled });
  };
  return (
    <div>
      <div className={classes.head} aria-hidden>
        <span>Server</span>
        <span>Concurrent Simulations</span>
      </div>
      {servers.map((server) => {
        const { id, name } = server;
        const chosen = isChosen(draft, server);
        const problem = chosen ? concurrentProblem(draft, id) : null;
        return (
          <div key={id} className={classes.server}>
            <Checkbox
              size="xs"
              label={name}
              description={describeLoad(server)}
              checked={chosen}
              disabled={server.held_back !== null}
              onChange={() => toggle(id)}
            />
            <NumberTextInput
              aria-label={`Concurrent Simulations on ${name}`}
              step={1}
              disabled={!chosen}
              error={problem}
              text={concurrentText(draft, id)}
              onText={(text) => onChange({ concurrent: { ...draft.concurrent, [id]: text } })}
            />
          </div>
        );
      })}
      {!servers.some(isUsable) && <NoneRuns />}
      {servers.some(isUsable) && !servers.some((server) => isChosen(draft, server)) && (
        <Text size="xs" c="var(--mantine-color-error)" mt={6}>
          Choose at least one server.
        </Text>
      )}
    </div>
  );
}
