import { NumberInput, Paper, Stack, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { type TrainingEffort, type TrainOn, trainingEffort } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCurrentUser } from "../../../../store/current-user.ts";
import { Cards } from "./cards.tsx";
import { validationText } from "./rows.ts";

const EFFORTS: Readonly<Record<TrainingEffort, { label: string; text: string }>> = {
  quick: {
    label: "Quick",
    text: "At most a minute of training: a first look, with wider bounds than more effort would give.",
  },
  standard: {
    label: "Standard",
    text: "At most about four minutes, often much less: accurate enough for most work.",
  },
  thorough: {
    label: "Thorough",
    text: "Up to half an hour: more and larger networks. It helps most where Standard leaves visible errors.",
  },
};

const PLACES: Readonly<Record<"platform" | "provision", { label: string; text: string }>> = {
  platform: { label: "This platform's CPUs", text: "Slow except for small jobs." },
  provision: { label: "A cloud GPU", text: "Managed by the platform, started for this training." },
};

type Props = { job: Job; config: JobConfig; disabled: boolean; onEdit: (change: JobConfigChange) => void };

/** How, how long and where to train. Only places that exist are offered. */
export function TrainingOptions({ job, config, disabled, onEdit }: Props) {
  const { azure_capable } = useCurrentUser();
  const { training } = config;
  const edit = (part: Partial<JobConfig["training"]>) => onEdit({ training: part });
  const places: TrainOn[] = azure_capable ? ["platform", "provision"] : ["platform"];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="training-options">
      <Stack gap="md">
        <Title order={2} id="training-options">
          Training
        </Title>
        <NumberInput
          label="Validation set"
          description={`Rows kept out of the training to measure the accuracy: ${validationText(job, config)}.`}
          suffix=" %"
          min={5}
          max={50}
          clampBehavior="strict"
          allowNegative={false}
          decimalScale={0}
          size="xs"
          disabled={disabled}
          value={training.validation_percentage}
          onChange={(value) => {
            if (typeof value === "number" && value >= 5) edit({ validation_percentage: value });
          }}
        />
        <Cards
          label="Effort"
          value={training.effort}
          disabled={disabled}
          options={trainingEffort.options.map((value) => ({ value, ...EFFORTS[value] }))}
          onChange={(effort) => edit({ effort })}
        />
        <Cards
          label="Where to train"
          value={training.train_on}
          disabled={disabled}
          options={places.flatMap((value) => (value === "server" ? [] : [{ value, ...PLACES[value] }]))}
          onChange={(train_on) => edit({ train_on })}
        />
        <Text size="xs" c="dimmed">
          {MESSAGES.noTrainingResources}
        </Text>
      </Stack>
    </Paper>
  );
}
