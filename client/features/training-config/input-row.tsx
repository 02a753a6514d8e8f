import { Checkbox, NativeSelect, Table } from "@mantine/core";
import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import type { InputDefinition } from "@understudy/shared/domain/variable.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit, storedValue } from "@understudy/shared/quantities/shown-unit.ts";
import { memo } from "react";
import { NumberField } from "#ui/number-field.tsx";
import { Cell, NameCell } from "./cell.tsx";
import { columnRange } from "./column-range.ts";
import { DisplayFields } from "./display-fields.tsx";
import { getParameterType, listParameterTypes, type ParameterType } from "./parameter-type.ts";

export const INPUT_COLUMNS = [
  "Column",
  "Display name",
  "Unit",
  "Multiplier",
  "Type",
  "Range",
  "Fixed",
  "Value",
] as const;

export type InputRowProps = {
  input: InputDefinition;
  disabled: boolean;
  onEdit: (change: JobConfigChange) => void;
  onType: (names: readonly string[], type: ParameterType) => void;
};

const MAX_LISTED = 4;

/** `1 to 40`, or the categories. */
function valuesText(input: InputDefinition): string {
  const { values } = input;
  if (values !== null) {
    const listed = values
      .slice(0, MAX_LISTED)
      .map((value) => (typeof value === "number" ? formatValue(value, "short") : value));
    const rest = values.length - listed.length;
    return `${listed.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  }
  return columnRange(input);
}

/** The value of a fixed input, and the start of every input in the emulator. */
function ValueField({ input, disabled, onEdit }: Omit<InputRowProps, "onType">) {
  const { name, values, initval } = input;
  const label = `Value of ${name}`;
  if (values !== null)
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        disabled={disabled}
        data={values.map((value, index) => ({ value: String(index), label: String(value) }))}
        value={String(initval === null ? -1 : values.indexOf(initval))}
        onChange={(event) => {
          const chosen = values[Number(event.currentTarget.value)];
          if (chosen !== undefined) onEdit({ inputs: [{ name, initval: chosen }] });
        }}
      />
    );
  const shown = chosenUnit(input);
  const { multiplier } = shown;
  return (
    <NumberField
      size="xs"
      aria-label={label}
      disabled={disabled}
      value={typeof initval === "number" ? initval / multiplier : null}
      shown={shown}
      limitName="value in the data"
      isWhole={input.is_integer && multiplier === 1}
      {...(input.min !== null && { min: input.min / multiplier })}
      {...(input.max !== null && { max: input.max / multiplier })}
      onNumber={(typed) => onEdit({ inputs: [{ name, initval: storedValue(typed, shown) }] })}
    />
  );
}

/** One input of the training configuration. */
export const InputRow = memo(function InputRow({ input, disabled, onEdit, onType }: InputRowProps) {
  const { name, fixed } = input;
  const ownType = getParameterType(input);
  const types = listParameterTypes(input);
  return (
    <Table.Tr>
      <NameCell name={name} />
      <DisplayFields kind="inputs" variable={input} disabled={disabled} onEdit={onEdit} />
      <Cell label="Type">
        {types.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label={`Type of ${name}`}
            disabled={disabled}
            data={types}
            value={ownType}
            onChange={(event) => {
              const chosen = types.find((candidate) => candidate === event.currentTarget.value);
              if (chosen !== undefined) onType([name], chosen);
            }}
          />
        ) : (
          ownType
        )}
      </Cell>
      <Cell label="Range" numeric>
        {valuesText(input)}
      </Cell>
      <Cell label="Fixed">
        <Checkbox
          size="xs"
          aria-label={`Fix ${name}`}
          disabled={disabled}
          checked={fixed}
          onChange={(event) => onEdit({ inputs: [{ name, fixed: event.currentTarget.checked }] })}
        />
      </Cell>
      <Cell label="Value">
        <ValueField input={input} disabled={disabled} onEdit={onEdit} />
      </Cell>
    </Table.Tr>
  );
});
