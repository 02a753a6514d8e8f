import { Paper, Stack, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { CROSS_VALIDATED_ROWS, MAX_LAST_FIT_ROWS } from "@understudy/shared/domain/cross-validation.ts";
import { type TrainingEffort, type TrainOn, trainingEffort } from "@understudy/shared/domain/job.ts";
import { UNKNOWN_SPEED } from "@understudy/shared/domain/training-speed.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useSimulationCounts } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import {
  availableLocation,
  machineText,
  serverText,
  type TrainingLocation,
  type TrainingServer,
} from "#job/training-location.ts";
import { Cards } from "#ui/cards.tsx";
import { NumberField } from "#ui/number-field.tsx";
import { ServerChoice } from "#ui/server-choice.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { GroupingField } from "./grouping-field.tsx";
import { ValidationText } from "./live-rows.tsx";
import { effortTime } from "./rows.ts";

const PERCENT_UNIT = writtenUnit("%");

const EFFORT_TEXTS: Readonly<Record<TrainingEffort, { label: string; text: string }>> = {
  quick: { label: "Quick", text: "A first look, with wider bounds than a longer training gives." },
  standard: { label: "Standard", text: "Accurate enough for most work." },
  thorough: {
    label: "Thorough",
    text: "More and larger networks. It helps most where Standard leaves visible errors.",
  },
};

type Props = {
  job: Job;
  config: JobConfig;
  /** The servers that train; null while they are being read. */
  servers: readonly TrainingServer[] | null;
  disabled: boolean;
  onEdit: (change: JobConfigChange) => void;
};

/** The method, effort and place of the training. */
export function TrainingOptions({ job, config, servers, disabled, onEdit }: Props) {
  const { training } = config;
  const edit = (part: Partial<JobConfig["training"]>) => onEdit({ training: part });
  const formatTime = useEffortTimes(job, config, servers);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="training-options">
      <Stack gap="md">
        <Title order={2} id="training-options">
          Training
        </Title>
        <NumberField
          label="Validation set"
          description={
            <>
              Rows to measure the accuracy on: <ValidationText job={job} config={config} />. Below{" "}
              {countText(CROSS_VALIDATED_ROWS)} rows all are trained on, and cross-validation measures the
              accuracy. Up to {countText(MAX_LAST_FIT_ROWS)} rows the emulator may be trained on these, too,
              once its accuracy is measured.
            </>
          }
          rightSection="%"
          shown={PERCENT_UNIT}
          isWhole
          min={5}
          max={50}
          limitName="share possible"
          size="xs"
          disabled={disabled}
          value={training.validation_percentage}
          onNumber={(value) => edit({ validation_percentage: value })}
        />
        <GroupingField config={config} disabled={disabled} onChange={(group_by) => edit({ group_by })} />
        <Cards
          label="Effort"
          value={training.effort}
          disabled={disabled}
          options={trainingEffort.options.map((value) => {
            const { label, text } = EFFORT_TEXTS[value];
            return { value, label, text: `${formatTime(value)}. ${text}` };
          })}
          onChange={(effort) => edit({ effort })}
        />
        <TrainingLocationField location={training} servers={servers} disabled={disabled} onChange={edit} />
      </Stack>
    </Paper>
  );
}

/** The load of a machine changes within seconds. */
const POLL_MS = 5_000;

const loadSpeed = (signal: AbortSignal) => call("getTrainingSpeed", { signal });

/** The time of each effort where the job is to be trained, as a phrase. */
function useEffortTimes(
  job: Job,
  config: JobConfig,
  servers: readonly TrainingServer[] | null,
): (effort: TrainingEffort) => string {
  const { platform_cores } = useCurrentUser();
  const simulation_counts = useSimulationCounts(job);
  const { train_on, resource_id } = availableLocation(config.training, servers);
  const server = train_on === "server" ? servers?.find(({ id }) => id === resource_id) : undefined;
  const { value: measured } = useQuery(loadSpeed, { everyMs: POLL_MS });
  const machine =
    server === undefined
      ? { cores: platform_cores, speed: measured?.speed ?? null }
      : { cores: server.cores, speed: UNKNOWN_SPEED };
  return (effort) => effortTime({ ...job, simulation_counts }, config, effort, machine);
}

const LOCATION_TEXTS: Readonly<Record<TrainOn, { label: string; text: string }>> = {
  platform: { label: "This platform's CPUs", text: "Slow except for small jobs." },
  server: {
    label: "One of your servers",
    text: "The same training on your own machine. The data is sent there and the emulator is sent back.",
  },
  provision: { label: "A cloud GPU", text: "Managed by the platform and created for this training." },
};

type TrainingLocationFieldProps = {
  location: TrainingLocation;
  /** The user's connected servers that can train; null while they are being read. */
  servers: readonly TrainingServer[] | null;
  disabled: boolean;
  onChange: (location: TrainingLocation) => void;
};

/** Lets the user choose where the training runs. Only available locations are offered. */
function TrainingLocationField({ location, servers, disabled, onChange }: TrainingLocationFieldProps) {
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
