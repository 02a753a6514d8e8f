import { Textarea, TextInput } from "@mantine/core";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import type { FieldErrors } from "#api/call.ts";
import { fieldError } from "#ui/field-errors.ts";
import type { SpecLabels } from "./use-new-spec.ts";

type Props = {
  labels: SpecLabels;
  errors: FieldErrors;
  disabled?: boolean;
  onChange: (changes: Partial<SpecLabels>) => void;
};

/** The name and the description of a spec. */
export function LabelFields({ labels, errors, disabled = false, onChange }: Props) {
  return (
    <>
      <TextInput
        label="User-friendly Name"
        required
        maxLength={MAX_NAME_LENGTH}
        disabled={disabled}
        value={labels.verbose_name}
        error={fieldError(errors, "verbose_name")}
        onChange={(event) => onChange({ verbose_name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        required
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_DESCRIPTION_LENGTH}
        disabled={disabled}
        value={labels.help_text}
        error={fieldError(errors, "help_text")}
        onChange={(event) => onChange({ help_text: event.currentTarget.value })}
      />
    </>
  );
}
