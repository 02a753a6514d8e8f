import { NativeSelect, TextInput } from "@mantine/core";
import type { JobConfigChange } from "@understudy/shared/api/job-config.ts";
import type { InputDefinition } from "@understudy/shared/domain/variable.ts";
import { MULTIPLIERS } from "@understudy/shared/limits.ts";
import { Cell } from "./cell.tsx";

type Kind = "inputs" | "outputs" | "coordinates";
type Look = Pick<InputDefinition, "name" | "display" | "unit" | "multiplier">;

const PREFIXES: Readonly<Record<number, string>> = {
  1e12: "T",
  1e9: "G",
  1e6: "M",
  1e3: "k",
  1e-3: "m",
  1e-6: "µ",
  1e-9: "n",
  1e-12: "p",
};

/** `1e-9 (n)`. */
const multiplierLabel = (value: number): string => {
  const prefix = PREFIXES[value];
  const text = value === 1 ? "1" : value.toExponential().replace("e+", "e");
  return prefix === undefined ? text : `${text} (${prefix})`;
};

const OPTIONS = MULTIPLIERS.map((value) => ({ value: String(value), label: multiplierLabel(value) }));

export type DisplayFieldsProps = {
  kind: Kind;
  variable: Look;
  disabled: boolean;
  onEdit: (change: JobConfigChange) => void;
};

/** How a column is shown: three cells of its row. */
export function DisplayFields({ kind, variable, disabled, onEdit }: DisplayFieldsProps) {
  const { name, display, unit, multiplier } = variable;
  const edit = (part: Partial<Look>) => onEdit({ [kind]: [{ name, ...part }] });
  return (
    <>
      <Cell label="Display name">
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
      <Cell label="Unit">
        <TextInput
          size="xs"
          aria-label={`Unit of ${name}`}
          maxLength={50}
          disabled={disabled}
          value={unit}
          onChange={(event) => edit({ unit: event.currentTarget.value })}
        />
      </Cell>
      <Cell label="Multiplier">
        <NativeSelect
          size="xs"
          aria-label={`Multiplier of ${name}`}
          disabled={disabled}
          data={OPTIONS}
          value={String(multiplier)}
          onChange={(event) => edit({ multiplier: Number(event.currentTarget.value) })}
        />
      </Cell>
    </>
  );
}
