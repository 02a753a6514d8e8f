import { Anchor, NativeSelect, TextInput } from "@mantine/core";
import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import type { InputDefinition } from "@understudy/shared/domain/variable.ts";
import { MULTIPLIERS } from "@understudy/shared/limits.ts";
import { powerText } from "@understudy/shared/number-text.ts";
import { isScaled, suggestedMultiplier } from "@understudy/shared/quantities/shown-unit.ts";
import type { Ranged } from "@understudy/shared/quantities/unit.ts";
import { prefixText } from "@understudy/shared/quantities/unit.ts";
import { Cell } from "./cell.tsx";
import { suggestedText } from "./suggestions.ts";

type Kind = "inputs" | "outputs" | "coordinates";
type ColumnLook = Pick<InputDefinition, "name" | "display" | "unit" | "multiplier">;

/** `1e-9 (n)`. */
const multiplierLabel = (value: number): string => {
  const text = value === 1 ? "1" : powerText(value);
  return value === 1 ? text : `${text} (${prefixText(Math.round(Math.log10(value)))})`;
};

const MULTIPLIER_OPTIONS = MULTIPLIERS.map((value) => ({
  value: String(value),
  label: multiplierLabel(value),
}));

export type DisplayFieldsProps = {
  kind: Kind;
  variable: ColumnLook & Ranged;
  disabled: boolean;
  onEdit: (change: JobConfigChange) => void;
};

/** The display name, unit and multiplier of a column: three cells of its row. */
export function DisplayFields({ kind, variable, disabled, onEdit }: DisplayFieldsProps) {
  const { name, display } = variable;
  const edit = (part: Partial<ColumnLook>) => onEdit({ [kind]: [{ name, ...part }] });
  return (
    <>
      <Cell label="Display name" field={{ part: kind, name, key: "display" }}>
        <TextInput
          size="xs"
          aria-label={`Display name of ${name}`}
          placeholder={name}
          maxLength={200}
          disabled={disabled}
          value={display}
          onChange={(event) => edit({ display: event.currentTarget.value })}
        />
      </Cell>
      {isScaled(variable) ? (
        <UnitFields kind={kind} variable={variable} disabled={disabled} edit={edit} />
      ) : (
        <>
          <Cell label="Unit">–</Cell>
          <Cell label="Multiplier">–</Cell>
        </>
      )}
    </>
  );
}

type UnitFieldsProps = Pick<DisplayFieldsProps, "kind" | "variable" | "disabled"> & {
  edit: (part: Partial<ColumnLook>) => void;
};

/** The unit and the multiplier of numbers on a scale: categories have neither. */
function UnitFields({ kind, variable, disabled, edit }: UnitFieldsProps) {
  const { name, unit, multiplier } = variable;
  const suggested = suggestedMultiplier(variable);
  return (
    <>
      <Cell label="Unit" field={{ part: kind, name, key: "unit" }}>
        <TextInput
          size="xs"
          aria-label={`Unit of ${name}`}
          maxLength={50}
          disabled={disabled}
          value={unit}
          onChange={(event) => edit({ unit: event.currentTarget.value })}
        />
      </Cell>
      <Cell label="Multiplier" field={{ part: kind, name, key: "multiplier" }}>
        <NativeSelect
          size="xs"
          aria-label={`Multiplier of ${name}`}
          disabled={disabled}
          data={MULTIPLIER_OPTIONS}
          value={String(multiplier)}
          onChange={(event) => edit({ multiplier: Number(event.currentTarget.value) })}
        />
        {suggested !== null && !disabled && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            underline="always"
            aria-label={`Use ${suggestedText(unit, suggested)} for ${name}`}
            onClick={() => edit({ multiplier: suggested })}
          >
            Use {suggestedText(unit, suggested)}
          </Anchor>
        )}
      </Cell>
    </>
  );
}
