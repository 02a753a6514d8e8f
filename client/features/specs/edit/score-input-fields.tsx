import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { scoreInputType } from "@understudy/shared/domain/spec-manifest.ts";
import type { ScoreInputDraft } from "./draft.ts";
import classes from "./score-input-fields.module.css";
import { TextField } from "./text-field.tsx";

type Props = {
  input: ScoreInputDraft;
  /** Returns the error of a field. */
  at: (field: keyof ScoreInputDraft) => string | null;
  disabled: boolean;
  onChange: (changes: Partial<ScoreInputDraft>) => void;
  onRemove: () => void;
};

/** The inputs that a job must give for the score function. */
export function ScoreInputFields({ input, at, disabled, onChange, onRemove }: Props) {
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
