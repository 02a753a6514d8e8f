import { Chip, NativeSelect, TextInput } from "@mantine/core";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { VariableErrors } from "@understudy/shared/spec-job/variable-outcome.ts";
import { NumberTextInput } from "#ui/number-text-input.tsx";
import { numberHint } from "#ui/use-number-box.ts";
import { type NumbersDraft, settleDraft } from "./draft.ts";
import type { RowProps } from "./row-props.ts";
import { UploadLine } from "./upload-line.tsx";
import classes from "./variables.module.css";

type Props = RowProps & { errors: VariableErrors; errorId: string };

/** The boxes that a variable's type is filled in with: one box, three, or a choice over the width of the three. */
export function VariableCells(props: Props) {
  const { draft, variable, disabled, errors, errorId, onChange } = props;
  const { name, verbose_name } = variable;
  const wrong = (part: keyof VariableErrors) => part in errors;
  const described = Object.keys(errors).length > 0 ? { "aria-describedby": errorId } : {};
  switch (draft.type) {
    case "Scalar":
    case "Vector":
      return <NumberCells {...props} draft={draft} />;
    case "String":
      return (
        <TextInput
          size="xs"
          className={classes.wide}
          aria-label={`Value of ${verbose_name}`}
          {...described}
          error={wrong("initval")}
          disabled={disabled}
          maxLength={10_000}
          value={draft.value}
          onChange={(event) => onChange(name, { ...draft, value: event.currentTarget.value })}
        />
      );
    case "SingleSelect":
      return (
        <OptionField
          variable={variable}
          disabled={disabled}
          value={draft.value}
          onChange={(value) => onChange(name, { ...draft, value })}
        />
      );
    case "MultiSelect":
      if (props.hasOneValue || draft.fixed) {
        return (
          <OptionField
            variable={variable}
            disabled={disabled}
            value={draft.value}
            onChange={(value) => onChange(name, { ...draft, value })}
          />
        );
      }
      return <OptionChips {...props} draft={draft} />;
    case "File":
      return (
        <div className={classes.wide}>
          <UploadLine
            label={verbose_name}
            field={`variables.${name}.file_id`}
            uploads={props.uploads}
            state={draft.file}
            required={!variable.optional}
            isWrong={wrong("file_id")}
          />
        </div>
      );
  }
}

function NumberCells({
  variable,
  draft,
  hasOneValue,
  disabled,
  errors,
  errorId,
  onChange,
}: Props & { draft: NumbersDraft }) {
  const { name, verbose_name, is_integer } = variable;
  const isSingle = hasOneValue || draft.fixed;
  const box = (part: "lbound" | "initval" | "ubound", label: string, field: "min" | "value" | "max") => (
    <NumberBox
      className={classes[field] ?? ""}
      label={label}
      of={verbose_name}
      hint={numberHint(variable.unit)}
      isInteger={is_integer}
      isWrong={part in errors}
      errorId={errorId}
      disabled={disabled}
      text={draft[field]}
      onText={(text) =>
        onChange(name, { ...draft, [field]: text, ...(field === "value" && { isTyped: true }) })
      }
      onLeave={() => {
        const left = settleDraft(draft, variable);
        if (left !== draft) onChange(name, left);
      }}
    />
  );
  return (
    <>
      {!isSingle && box("lbound", "Minimum", "min")}
      {box("initval", "Value", "value")}
      {!isSingle && box("ubound", "Maximum", "max")}
    </>
  );
}

type OptionProps = {
  variable: ManifestVariable;
  disabled: boolean;
  value: ScalarValue;
  onChange: (value: ScalarValue) => void;
};

function OptionField({ variable, disabled, value, onChange }: OptionProps) {
  const options = variable.options ?? [];
  return (
    <NativeSelect
      size="xs"
      className={classes.wide}
      aria-label={`Value of ${variable.verbose_name}`}
      disabled={disabled}
      data={options.map((option, index) => ({ value: String(index), label: String(option) }))}
      value={String(options.indexOf(value))}
      onChange={(event) => {
        const chosen = options[Number(event.currentTarget.value)];
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

function OptionChips({
  variable,
  draft,
  disabled,
  onChange,
}: Props & { draft: Props["draft"] & { type: "MultiSelect" } }) {
  const options = variable.options ?? [];
  return (
    <Chip.Group
      multiple
      value={draft.options.map((option) => String(options.indexOf(option)))}
      onChange={(chosen) =>
        onChange(variable.name, {
          ...draft,
          options: options.filter((_, index) => chosen.includes(String(index))),
        })
      }
    >
      <fieldset className={classes.chips} aria-label={`Options of ${variable.verbose_name}`}>
        {options.map((option, index) => (
          <Chip key={String(option)} size="xs" value={String(index)} disabled={disabled}>
            {String(option)}
          </Chip>
        ))}
      </fieldset>
    </Chip.Group>
  );
}

type NumberBoxProps = {
  className: string;
  /** `Minimum`, and of what. */
  label: string;
  of: string;
  /** Says what may be typed, for a resting pointer. */
  hint: string;
  isInteger: boolean;
  isWrong: boolean;
  /** The element with the error text. */
  errorId: string;
  disabled: boolean;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
};

/** A box for a number in engineering notation. The arrow keys count where only whole numbers will do. */
function NumberBox({
  className,
  label,
  of,
  hint,
  isInteger,
  isWrong,
  errorId,
  disabled,
  text,
  onText,
  onLeave,
}: NumberBoxProps) {
  return (
    <div className={className} data-label={label}>
      <NumberTextInput
        aria-label={`${label} of ${of}`}
        title={hint}
        {...(isWrong && { "aria-describedby": errorId })}
        error={isWrong}
        disabled={disabled}
        text={text}
        step={isInteger ? 1 : null}
        onText={onText}
        onBlur={onLeave}
      />
    </div>
  );
}
