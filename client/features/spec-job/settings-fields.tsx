import { Alert, Checkbox, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import { JOB_CREATION } from "@understudy/shared/limits.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { readNumber } from "@understudy/shared/quantities/typed-number.ts";
import { useId } from "react";
import type { FieldErrors } from "#api/call.ts";
import { MarkedField } from "#shared-form/field-marks.tsx";
import { fieldError } from "#ui/field-errors.ts";
import { NumberTextInput } from "#ui/number-text-input.tsx";
import { type ChainSettings, chainWarnings, stepsText } from "./chain-length.ts";
import { type JobDraft, listSettings, OBJECTIVE_TEXTS } from "./job-draft.ts";

type Props = {
  objective: Objective;
  /** Servers can simulate what the spec describes. */
  isSimulated: boolean;
  /** An emulator can take the place of simulations. */
  hasEmulator: boolean;
  /** The chosen score function has limits. */
  canBeInSpec: boolean;
  draft: JobDraft;
  varied: number;
  defaultWalkers: number;
  errors: FieldErrors;
  onChange: (field: string, changes: Partial<JobDraft>) => void;
  onLeave: (field: string) => void;
};

const { maximumSimulations, walkers, stretchProbability } = JOB_CREATION;
const formatRange = ({ min, max }: { min: number; max: number }) => `${countText(min)} to ${countText(max)}`;

/** The settings of a run of this objective. Invalid input is kept as typed, with its error. */
export function SettingsFields({
  objective,
  isSimulated,
  hasEmulator,
  canBeInSpec,
  draft,
  varied,
  defaultWalkers,
  errors,
  onChange,
  onLeave,
}: Props) {
  const has = listSettings(objective);
  const titleId = useId();
  if (!has.maximumSimulations) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Stack gap="sm">
        <Title order={2} id={titleId}>
          Settings
        </Title>
        <MarkedField field="maximumSimulations">
          <NumberTextInput
            label="Maximum Simulations"
            description={`${OBJECTIVE_TEXTS[objective].maximum}; ${formatRange(maximumSimulations)}.`}
            step={1}
            text={draft.maximumSimulations}
            error={fieldError(errors, "maximum_simulations")}
            onBlur={() => onLeave("maximum_simulations")}
            onText={(text) => onChange("maximum_simulations", { maximumSimulations: text })}
          />
        </MarkedField>
        {has.walkers && (
          <>
            <MarkedField field="walkers">
              <NumberTextInput
                label="Number of Walkers"
                description={`The default is twice the number of varied variables; ${formatRange(walkers)}.`}
                step={1}
                text={draft.walkers ?? String(defaultWalkers)}
                error={fieldError(errors, "num_walkers")}
                onBlur={() => onLeave("num_walkers")}
                onText={(text) => onChange("num_walkers", { walkers: text })}
              />
            </MarkedField>
            <MarkedField field="stretchProbability">
              <NumberTextInput
                label="Stretch Probability"
                description="How often a walker takes a stretch move; otherwise it moves by the difference of two others. 0 to 1."
                step={stretchProbability.step}
                text={draft.stretchProbability}
                error={fieldError(errors, "stretch_probability")}
                onBlur={() => onLeave("stretch_probability")}
                onText={(text) => onChange("stretch_probability", { stretchProbability: text })}
              />
            </MarkedField>
            {hasEmulator && (
              <CheckboxField
                field="emulatorUncertainty"
                label="Include the emulator’s uncertainty"
                description="On an emulator, the density is averaged over what each output may be: wider where the emulator is less sure, and slower."
                isChecked={draft.emulatorUncertainty}
                onChange={(emulatorUncertainty) => onChange("emulator_uncertainty", { emulatorUncertainty })}
              />
            )}
            {canBeInSpec && (
              <CheckboxField
                field="inSpecOnly"
                label="Only designs in spec"
                description="Designs outside the limits are left out; otherwise they are only less likely, the more the farther outside."
                isChecked={draft.inSpecOnly}
                onChange={(inSpecOnly) => onChange("in_spec_only", { inSpecOnly })}
              />
            )}
            <ChainNotes draft={draft} varied={varied} defaultWalkers={defaultWalkers} />
          </>
        )}
        {has.trainWhenDone && (
          <CheckboxField
            field="trainWhenDone"
            label="Train when the simulations are done"
            description="With the default settings, unless you configure the training while the simulations run."
            isChecked={draft.trainWhenDone}
            onChange={(trainWhenDone) => onChange("train_when_done", { trainWhenDone })}
          />
        )}
        {has.warmStart && (
          <CheckboxField
            field="warmStart"
            label="Warm Start"
            description="Begin at the initial values instead of spreading over the ranges."
            isChecked={draft.warmStart}
            onChange={(warmStart) => onChange("warm_start", { warmStart })}
          />
        )}
        {has.earlierSimulations && isSimulated && (
          <CheckboxField
            field="earlierSimulations"
            label="Begin at earlier simulations"
            description="What servers have simulated for earlier jobs of this version of the spec."
            isChecked={draft.earlierSimulations}
            onChange={(earlierSimulations) => onChange("earlier_simulations", { earlierSimulations })}
          />
        )}
      </Stack>
    </Paper>
  );
}

type CheckboxFieldProps = {
  /** Its name in the form. */
  field: string;
  label: string;
  description: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
};

const CheckboxField = ({ field, label, description, isChecked, onChange }: CheckboxFieldProps) => (
  <MarkedField field={field}>
    <Checkbox
      size="xs"
      label={label}
      description={description}
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </MarkedField>
);

type ChainNotesProps = { draft: JobDraft; varied: number; defaultWalkers: number };

/** The length of the chain with these settings, and its cost. */
function ChainNotes({ draft, varied, defaultWalkers }: ChainNotesProps) {
  const settings = chainSettings(draft, varied, defaultWalkers);
  if (settings === null) return null;
  return (
    <div role="status">
      <Text size="xs" c="dimmed">
        {stepsText(settings)}
      </Text>
      {chainWarnings(settings).map((warning) => (
        <Alert
          key={warning}
          mt={6}
          p="xs"
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={16} />}
        >
          <Text size="xs">{warning}</Text>
        </Alert>
      ))}
    </div>
  );
}

/** Returns null while one of the settings is not a number. */
function chainSettings(
  { maximumSimulations, walkers }: JobDraft,
  varied: number,
  defaultWalkers: number,
): ChainSettings | null {
  const evaluations = readNumber(maximumSimulations, { isWhole: true });
  const count = readNumber(walkers ?? String(defaultWalkers), { isWhole: true });
  if (!("value" in evaluations) || !("value" in count) || count.value < 1) return null;
  return { evaluations: evaluations.value, walkers: count.value, varied };
}
