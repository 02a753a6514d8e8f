import { ActionIcon, Button, MultiSelect, NativeSelect, Textarea } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { scoredObjective } from "@understudy/shared/domain/objectives.ts";
import { scoreInputType } from "@understudy/shared/domain/spec-manifest.ts";
import { memo } from "react";
import { Card, CODE_STYLES, listItem, type RowProps, span, TextField } from "./card.tsx";
import { newScoreInput, type ScoreInputDraft } from "./draft.ts";
import classes from "./score-input-fields.module.css";

const SHOWN_FIELDS = ["name", "job_types", "expression", "inputs"];

/** One score function of the spec: larger is better, and in spec means at least 0. */
export const ScoreCard = memo(function ScoreCard(props: RowProps<"score_functions">) {
  const { item, disabled } = props;
  const { card, text, at, change } = listItem("score_functions", props, SHOWN_FIELDS);
  return (
    <Card kind="score function" {...card}>
      <TextField
        {...span(6)}
        label="Name"
        required
        maxLength={200}
        {...text("name", item.name, (name) => ({ name }))}
      />
      <MultiSelect
        {...span(6)}
        size="xs"
        label="Objectives"
        disabled={disabled}
        data={[...scoredObjective.options]}
        value={[...item.job_types]}
        error={at("job_types")}
        onChange={(chosen) =>
          change({ job_types: scoredObjective.options.filter((objective) => chosen.includes(objective)) })
        }
      />
      <Textarea
        {...span(12)}
        size="xs"
        label="Expression"
        description="An expression of outputs, variables and the inputs below, for example log10(gain / power) - 0.1 * limit"
        required
        autosize
        minRows={1}
        maxRows={8}
        classNames={CODE_STYLES}
        spellCheck={false}
        disabled={disabled}
        value={item.expression}
        error={at("expression")}
        onChange={(event) => change({ expression: event.currentTarget.value })}
      />
      {item.inputs.map((input, i) => (
        <ScoreInputFields
          key={input.key}
          input={input}
          at={(field) => at(`inputs[${i}].${field}`)}
          disabled={disabled}
          onChange={(changes) =>
            change({
              inputs: item.inputs.map((scoreInput, k) =>
                k === i ? { ...scoreInput, ...changes } : scoreInput,
              ),
            })
          }
          onRemove={() => change({ inputs: item.inputs.filter((_, k) => k !== i) })}
        />
      ))}
      <div data-span="12">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} />}
          disabled={disabled}
          onClick={() => change({ inputs: [...item.inputs, newScoreInput()] })}
        >
          Add Input
        </Button>
      </div>
    </Card>
  );
});

type Props = {
  input: ScoreInputDraft;
  /** Returns the error of a field. */
  at: (field: keyof ScoreInputDraft) => string | null;
  disabled: boolean;
  onChange: (changes: Partial<ScoreInputDraft>) => void;
  onRemove: () => void;
};

/** The inputs that a job must give for the score function. */
function ScoreInputFields({ input, at, disabled, onChange, onRemove }: Props) {
  const { name, type, help_text } = input;
  return (
    <fieldset data-span="12" className={classes.input} aria-label={`Input ${name}`}>
      <TextField
        label="Input"
        required
        disabled={disabled}
        value={name}
        error={at("name")}
        onText={(text) => onChange({ name: text })}
      />
      <NativeSelect
        size="xs"
        label="Type"
        disabled={disabled}
        data={[...scoreInputType.options]}
        value={type}
        error={at("type")}
        onChange={(event) => {
          const chosen = scoreInputType.options.find((option) => option === event.currentTarget.value);
          if (chosen !== undefined) onChange({ type: chosen });
        }}
      />
      {type === "Scalar" && (
        <TextField
          label="Default"
          disabled={disabled}
          value={input.default}
          error={at("default")}
          onText={(text) => onChange({ default: text })}
        />
      )}
      <TextField
        label="Help text"
        className={classes.help}
        spellCheck
        disabled={disabled}
        value={help_text}
        error={at("help_text")}
        onText={(text) => onChange({ help_text: text })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.remove}
        aria-label={`Remove input ${name}`}
        title="Remove"
        disabled={disabled}
        onClick={onRemove}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </fieldset>
  );
}
