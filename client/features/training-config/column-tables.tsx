import { Checkbox, NativeSelect, Table } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import type { InputDefinition } from "@understudy/shared/domain/variable.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit, storedValue } from "@understudy/shared/quantities/shown-unit.ts";
import { memo } from "react";
import { NumberField } from "#ui/number-field.tsx";
import { Cell, NameCell } from "./cell.tsx";
import { columnRange } from "./column-range.ts";
import { ConfigTable } from "./config-table.tsx";
import { DisplayFields } from "./display-fields.tsx";
import { RowsText } from "./live-rows.tsx";
import { COORDINATE_COLUMNS, CoordinateRow, OUTPUT_COLUMNS, OutputRow } from "./output-row.tsx";
import { getParameterType, listParameterTypes, type ParameterType } from "./parameter-type.ts";
import { SuggestedUnits } from "./suggested-units.tsx";
import type { ConfigEditor } from "./use-config-editor.ts";
import { useParameterType } from "./use-parameter-type.ts";

type Props = { job: Job; editor: ConfigEditor; disabled: boolean };

/** The columns of the data: what the emulator learns from, what it predicts, and what curves are drawn over. */
export function ColumnTables({ job, editor, disabled }: Props) {
  const { config, edit } = editor;
  const type = useParameterType(job.id);
  const coordinateNames = new Set(config.coordinates.map(({ name }) => name));
  return (
    <>
      <SuggestedUnits config={config} disabled={disabled} onEdit={edit} />
      <ConfigTable
        title="Inputs"
        note={
          <>
            {config.inputs.length} columns, <RowsText job={job} config={config} />. A fixed input keeps its
            value and is left out of the emulator; of any other, the value is where its slider starts. A
            multiplier changes how values are shown: F with 1e-12 becomes pF, and a stored 2e-12 reads 2 pF.
          </>
        }
        columns={INPUT_COLUMNS}
        items={config.inputs}
        row={(input) => (
          <InputRow
            key={input.name}
            input={input}
            disabled={disabled || type.busy}
            onEdit={edit}
            onType={type.choose}
          />
        )}
      />
      <ConfigTable
        title="Outputs"
        note="What the emulator predicts."
        columns={OUTPUT_COLUMNS}
        items={config.outputs.filter(({ name }) => !coordinateNames.has(name))}
        row={(output) => (
          <OutputRow
            key={output.name}
            output={output}
            coordinates={config.coordinates}
            disabled={disabled}
            onEdit={edit}
          />
        )}
      />
      <ConfigTable
        title="Coordinates"
        note="The axes of vector outputs."
        columns={COORDINATE_COLUMNS}
        items={config.coordinates}
        row={(coordinate) => (
          <CoordinateRow key={coordinate.name} coordinate={coordinate} disabled={disabled} onEdit={edit} />
        )}
      />
    </>
  );
}

const INPUT_COLUMNS = [
  "Column",
  "Display name",
  "Unit",
  "Multiplier",
  "Type",
  "Range",
  "Fixed",
  "Value",
] as const;

type InputRowProps = {
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
const InputRow = memo(function InputRow({ input, disabled, onEdit, onType }: InputRowProps) {
  const { name, fixed } = input;
  const ownType = getParameterType(input);
  const types = listParameterTypes(input);
  return (
    <Table.Tr>
      <NameCell name={name} />
      <DisplayFields kind="inputs" variable={input} disabled={disabled} onEdit={onEdit} />
      <Cell label="Type" field={{ part: "inputs", name, key: "type" }}>
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
      <Cell label="Fixed" field={{ part: "inputs", name, key: "fixed" }}>
        <Checkbox
          size="xs"
          aria-label={`Fix ${name}`}
          disabled={disabled}
          checked={fixed}
          onChange={(event) => onEdit({ inputs: [{ name, fixed: event.currentTarget.checked }] })}
        />
      </Cell>
      <Cell label="Value" field={{ part: "inputs", name, key: "initval" }}>
        <ValueField input={input} disabled={disabled} onEdit={onEdit} />
      </Cell>
    </Table.Tr>
  );
});
