import { Checkbox, Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { NumberTextInput } from "#ui/number-text-input.tsx";
import { ServerChoice } from "#ui/server-choice.tsx";
import { TextLink } from "#ui/text-link.tsx";
import {
  chosenServer,
  concurrentProblem,
  concurrentText,
  describeLoad,
  isChosen,
  isUsable,
  type ResourceDraft,
  type Server,
} from "./resource-draft.ts";
import classes from "./server-list.module.css";

type Props = {
  servers: readonly Server[];
  draft: ResourceDraft;
  onChange: (changes: Partial<ResourceDraft>) => void;
};

/** One of the servers, for one simulation. */
export function OneServer({ servers, draft, onChange }: Props) {
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
export function ServerList({ servers, draft, onChange }: Props) {
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
