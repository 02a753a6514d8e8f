import { Input, Paper, Select, Stack, TextInput, Title } from "@mantine/core";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import type { ScoreFunctionOption } from "@understudy/shared/domain/spec-manifest.ts";
import { scoreFunctionsFor } from "@understudy/shared/spec-job/check-spec-job.ts";
import { useId } from "react";
import type { FieldErrors } from "#api/call.ts";
import { SharedFieldMark } from "#shared-form/field-marks.tsx";
import { fieldError } from "#ui/field-errors.ts";
import {
  getScoreInput,
  listSettings,
  type ScoreDraft,
  type ScoreInputDraft,
  withScoreInput,
} from "./job-draft.ts";
import { UploadLine } from "./upload-line.tsx";
import type { Uploads } from "./use-uploads.ts";

type Props = {
  spec: SpecVersion;
  objective: Objective;
  draft: ScoreDraft;
  errors: FieldErrors;
  uploads: Uploads;
  onChange: (change: (before: ScoreDraft) => ScoreDraft) => void;
};

/** The score function of a run, and its inputs. */
export function ScoreFields({ spec, objective, draft, errors, uploads, onChange }: Props) {
  const titleId = useId();
  if (!listSettings(objective).score) return null;
  const options = scoreFunctionsFor(spec, objective);
  const chosen = options.find(({ name }) => name === draft.name);
  return (
    <Paper withBorder p="md" pos="relative" component="section" aria-labelledby={titleId}>
      <SharedFieldMark field="score." />
      <Stack gap="sm">
        <Title order={2} id={titleId}>
          Score
        </Title>
        <Select
          label="Score Function"
          placeholder="Choose one"
          size="xs"
          withAsterisk
          allowDeselect={false}
          data={options.map(({ name }) => name)}
          value={draft.name}
          error={fieldError(errors, "score_function")}
          onChange={(name) => onChange((before) => ({ ...before, name }))}
        />
        {chosen?.inputs.map((input) => (
          <ScoreInput
            // Another function's input of this name is another field.
            key={`${chosen.name} ${input.name}`}
            spec={spec}
            input={input}
            draft={getScoreInput(draft, chosen, input.name)}
            error={fieldError(errors, `score_function.inputs.${input.name}`)}
            uploads={uploads}
            onChange={(change) => onChange((before) => withScoreInput(before, chosen, input.name, change))}
          />
        ))}
      </Stack>
    </Paper>
  );
}

type InputProps = {
  spec: SpecVersion;
  input: ScoreFunctionOption["inputs"][number];
  draft: ScoreInputDraft;
  error: string | null;
  uploads: Uploads;
  onChange: (change: Partial<ScoreInputDraft>) => void;
};

function ScoreInput({ spec, input, draft, error, uploads, onChange }: InputProps) {
  const { name, type } = input;
  // Names of expressions' inputs are identifiers: `min_phase_margin` reads better apart.
  const label = name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
  const common = {
    label,
    size: "xs",
    error,
    ...(input.help_text !== "" && { description: input.help_text }),
  } as const;
  switch (type) {
    case "Scalar":
      return (
        <TextInput
          {...common}
          autoComplete="off"
          value={draft.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      );
    case "File":
      return (
        <Input.Wrapper {...common} labelElement="div" withAsterisk>
          <UploadLine
            label={label}
            field={`score_function.inputs.${name}`}
            uploads={uploads}
            state={draft.file}
            required
            isWrong={error !== null}
          />
        </Input.Wrapper>
      );
    case "Output Scalar":
    case "Output Vector": {
      const outputType = type === "Output Vector" ? "Vector" : "Scalar";
      return (
        <Select
          {...common}
          placeholder="Choose an output"
          withAsterisk
          allowDeselect={false}
          data={spec.outputs
            .filter((output) => output.type === outputType)
            .map((output) => ({ value: output.name, label: output.verbose_name }))}
          value={draft.output}
          onChange={(output) => onChange({ output })}
        />
      );
    }
  }
}
