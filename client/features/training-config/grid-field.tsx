import { Anchor, NativeSelect } from "@mantine/core";
import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { gridColumnChoices, suggestedGridColumns } from "@understudy/shared/domain/field-grid.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";

const CURVE_OPTION = "";
const sizeText = (columns: number, length: number): string => `${length / columns} × ${columns}`;

type Props = {
  output: Pick<OutputDefinition, "name" | "type" | "length" | "coordinate_name" | "grid_columns">;
  disabled: boolean;
  onEdit: (change: JobConfigChange) => void;
};

/** Chooses between a curve, and a field on a grid that is drawn as a map; nothing where the output can be no grid. */
export function GridField({ output, disabled, onEdit }: Props) {
  const { name, type, length, coordinate_name, grid_columns } = output;
  const choices = type === "Vector" ? gridColumnChoices(length) : [];
  if (choices.length === 0) return null;
  const suggested = grid_columns === null ? suggestedGridColumns(length, coordinate_name !== null) : null;
  const choose = (columns: number | null) => onEdit({ outputs: [{ name, grid_columns: columns }] });
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`Grid of ${name}`}
        title="Rows × columns of a field, whose values come row by row"
        disabled={disabled}
        data={[
          { value: CURVE_OPTION, label: "Curve" },
          ...choices.map((columns) => ({
            value: String(columns),
            label: `${sizeText(columns, length)} map`,
          })),
        ]}
        value={grid_columns === null ? CURVE_OPTION : String(grid_columns)}
        onChange={(event) => choose(Number(event.currentTarget.value) || null)}
      />
      {suggested !== null && !disabled && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          underline="always"
          aria-label={`Draw ${name} as a map of ${sizeText(suggested, length)}`}
          onClick={() => choose(suggested)}
        >
          Use {sizeText(suggested, length)} map
        </Anchor>
      )}
    </>
  );
}
