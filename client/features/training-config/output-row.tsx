import { Checkbox, NativeSelect, Table } from "@mantine/core";
import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import {
  type CoordinateDefinition,
  coordinateLabel,
  type OutputDefinition,
} from "@understudy/shared/domain/variable.ts";
import { coordinateChoices, drawnOver } from "@understudy/shared/job-config/derived.ts";
import { memo } from "react";
import { Cell, NameCell } from "./cell.tsx";
import { columnRange } from "./column-range.ts";
import { DisplayFields } from "./display-fields.tsx";
import { GridField } from "./grid-field.tsx";

export const OUTPUT_COLUMNS = [
  "Column",
  "Display name",
  "Unit",
  "Multiplier",
  "Kind",
  "Range",
  "Coordinate",
  "Leave out",
] as const;

export const COORDINATE_COLUMNS = [
  "Column",
  "Display name",
  "Unit",
  "Multiplier",
  "Range",
  "Points",
] as const;

const ROW_INDEX = "";

type Shared = { disabled: boolean; onEdit: (change: JobConfigChange) => void };

type OutputRowProps = Shared & { output: OutputDefinition; coordinates: readonly CoordinateDefinition[] };

/** One output of the training configuration. */
export const OutputRow = memo(function OutputRow({ output, coordinates, disabled, onEdit }: OutputRowProps) {
  const { name, type, length, ignored } = output;
  const names = coordinateChoices({ coordinates }, output);
  const choices = coordinates
    .filter((coordinate) => names.includes(coordinate.name))
    .map((coordinate) => ({ value: coordinate.name, label: coordinateLabel(coordinate) }));
  return (
    <Table.Tr>
      <NameCell name={name} />
      <DisplayFields kind="outputs" variable={output} disabled={disabled} onEdit={onEdit} />
      <Cell label="Kind">
        {type === "Vector" ? `Vector of ${length}` : "Scalar"}
        <GridField output={output} disabled={disabled} onEdit={onEdit} />
      </Cell>
      <Cell label="Range" numeric>
        {columnRange(output)}
      </Cell>
      <Cell label="Coordinate">
        {type === "Vector" ? (
          <NativeSelect
            size="xs"
            aria-label={`Coordinate of ${name}`}
            disabled={disabled}
            data={[{ value: ROW_INDEX, label: "Index" }, ...choices]}
            value={drawnOver(output) ?? ROW_INDEX}
            onChange={(event) =>
              onEdit({ outputs: [{ name, coordinate_name: event.currentTarget.value || null }] })
            }
          />
        ) : (
          "–"
        )}
      </Cell>
      <Cell label="Leave out">
        <Checkbox
          size="xs"
          aria-label={`Leave out ${name}`}
          disabled={disabled}
          checked={ignored}
          onChange={(event) => onEdit({ outputs: [{ name, ignored: event.currentTarget.checked }] })}
        />
      </Cell>
    </Table.Tr>
  );
});

/** One coordinate: a vector that others are curves over. */
export const CoordinateRow = memo(function CoordinateRow({
  coordinate,
  disabled,
  onEdit,
}: Shared & { coordinate: CoordinateDefinition }) {
  const { name, length } = coordinate;
  return (
    <Table.Tr>
      <NameCell name={name} />
      <DisplayFields kind="coordinates" variable={coordinate} disabled={disabled} onEdit={onEdit} />
      <Cell label="Range" numeric>
        {columnRange(coordinate)}
      </Cell>
      <Cell label="Points" numeric>
        {length}
      </Cell>
    </Table.Tr>
  );
});
