import { Stack, Text } from "@mantine/core";
import type { TrainOn } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCurrentUser } from "#data/current-user.ts";
import {
  availableLocation,
  machineText,
  serverText,
  type TrainingLocation,
  type TrainingServer,
} from "#job/training-location.ts";
import { Cards } from "#ui/cards.tsx";
import { ServerChoice } from "#ui/server-choice.tsx";
import { TextLink } from "#ui/text-link.tsx";

const LOCATION_TEXTS: Readonly<Record<TrainOn, { label: string; text: string }>> = {
  platform: { label: "This platform's CPUs", text: "Slow except for small jobs." },
  server: {
    label: "One of your servers",
    text: "The same training on your own machine. The data is sent there and the emulator is sent back.",
  },
  provision: { label: "A cloud GPU", text: "Managed by the platform and created for this training." },
};

type Props = {
  location: TrainingLocation;
  /** The user's connected servers that can train; null while they are being read. */
  servers: readonly TrainingServer[] | null;
  disabled: boolean;
  onChange: (location: TrainingLocation) => void;
};

/** Lets the user choose where the training runs. Only available locations are offered. */
export function TrainingLocationField({ location, servers, disabled, onChange }: Props) {
  const { azure_capable, provisioned_machine } = useCurrentUser();
  const trainingServers = servers ?? [];
  const offered: TrainOn[] = ["platform"];
  if (trainingServers.length > 0) offered.push("server");
  if (azure_capable) offered.push("provision");
  const { train_on, resource_id } = availableLocation(location, servers);
  return (
    <Stack gap={8}>
      <Cards
        label="Where to train"
        value={train_on}
        disabled={disabled}
        options={offered.map((value) => ({
          value,
          ...LOCATION_TEXTS[value],
          ...(value === "provision" && provisioned_machine && { text: machineText(provisioned_machine) }),
        }))}
        onChange={(chosen) => onChange(availableLocation({ train_on: chosen, resource_id: null }, servers))}
      />
      {train_on === "server" && trainingServers.length > 0 && (
        <ServerChoice
          servers={trainingServers}
          chosen={resource_id}
          text={serverText}
          size="xs"
          disabled={disabled}
          onChange={(id) => onChange({ train_on: "server", resource_id: id })}
        />
      )}
      {servers !== null && trainingServers.length === 0 && (
        <Text size="xs" c="dimmed">
          {MESSAGES.noTrainingResources} <TextLink to="/resources?tab=add">Connect one</TextLink>
        </Text>
      )}
    </Stack>
  );
}
