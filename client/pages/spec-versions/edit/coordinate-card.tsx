import { NativeSelect } from "@mantine/core";
import { memo } from "react";
import { Card, span } from "./card.tsx";
import { otherProblems, problemAt } from "./problems.ts";
import type { RowProps } from "./row-props.ts";
import { TextField } from "./text-field.tsx";

const SHOWN = ["name", "verbose_name", "unit", "help_text", "grid"];
const NUMBERS = [
  { field: "from", label: "From" },
  { field: "to", label: "To" },
  { field: "points", label: "Points" },
] as const;

type Kind = "linear" | "log" | "list";
const KINDS: readonly { value: Kind; label: string }[] = [
  { value: "linear", label: "Evenly spread" },
  { value: "log", label: "Evenly on a log scale" },
  { value: "list", label: "As listed" },
];

/** What curves lie over: how it is shown, and at which values curves are kept. */
export const CoordinateCard = memo(function CoordinateCard(props: RowProps<"coordinates">) {
  const { item, index, problems, disabled, edit } = props;
  const { grid } = item;
  const place = `coordinates[${index}]`;
  const at = (field: string) => problemAt(problems, `${place}.${field}`);
  const change = (changes: Partial<typeof item>) => edit.item("coordinates", index, changes);
  const fields = ["from", "to", "points"].map((field) => `grid.${field}`);
  const whole = otherProblems(problems, place, [...SHOWN.filter((one) => one !== "grid"), ...fields]);
  return (
    <Card
      kind="coordinate"
      name={item.name}
      problems={whole}
      disabled={disabled}
      onRemove={() => edit.remove("coordinates", index)}
    >
      <TextField
        label="Own name"
        required
        disabled={disabled}
        value={item.name}
        error={at("name")}
        onText={(name) => change({ name })}
      />
      <TextField
        label="Name"
        placeholder={item.name}
        disabled={disabled}
        value={item.verbose_name}
        error={at("verbose_name")}
        onText={(verbose_name) => change({ verbose_name })}
      />
      <TextField
        {...span(2)}
        label="Unit"
        disabled={disabled}
        value={item.unit}
        error={at("unit")}
        onText={(unit) => change({ unit })}
      />
      <TextField
        {...span(4)}
        label="Help text"
        spellCheck
        disabled={disabled}
        value={item.help_text}
        error={at("help_text")}
        onText={(help_text) => change({ help_text })}
      />
      <NativeSelect
        size="xs"
        label="Values"
        disabled={disabled}
        data={[...KINDS]}
        value={grid.kind === "list" ? "list" : grid.spacing}
        onChange={(event) => {
          const kind = KINDS.find(({ value }) => value === event.currentTarget.value)?.value;
          if (kind === "list") change({ grid: { ...grid, kind } });
          else if (kind !== undefined) change({ grid: { ...grid, kind: "spread", spacing: kind } });
        }}
      />
      {grid.kind === "list" ? (
        <TextField
          {...span(9)}
          label="Ascending values, parted by commas"
          disabled={disabled}
          value={grid.list}
          onText={(list) => change({ grid: { ...grid, list } })}
        />
      ) : (
        NUMBERS.map(({ field, label }) => (
          <TextField
            key={field}
            {...span(2)}
            label={label}
            disabled={disabled}
            value={grid[field]}
            error={at(`grid.${field}`)}
            onText={(text) => change({ grid: { ...grid, [field]: text } })}
          />
        ))
      )}
    </Card>
  );
});
