import { memo } from "react";
import type { RowProps } from "./card.tsx";
import { Card, ChoiceField, listItem, span, TextField } from "./card.tsx";
import { relabelCoordinate, settleCoordinate } from "./units.ts";

const NUMBER_FIELDS = [
  { field: "from", label: "From" },
  { field: "to", label: "To" },
  { field: "points", label: "Points" },
] as const;
const SHOWN_FIELDS = [
  "name",
  "verbose_name",
  "unit",
  "help_text",
  ...NUMBER_FIELDS.map(({ field }) => `grid.${field}`),
];

type Kind = "linear" | "log" | "list";
const GRID_KINDS: readonly { value: Kind; label: string }[] = [
  { value: "linear", label: "Evenly spaced" },
  { value: "log", label: "Evenly spaced, log scale" },
  { value: "list", label: "List of values" },
];

/** A coordinate: how it is shown, and the values at which curves are stored. */
export const CoordinateCard = memo(function CoordinateCard(props: RowProps<"coordinates">) {
  const { item, disabled } = props;
  const { grid } = item;
  const { card, text, change } = listItem("coordinates", props, SHOWN_FIELDS);
  const settle = () => change(settleCoordinate(item));
  return (
    <Card kind="coordinate" {...card}>
      <TextField label="Identifier" required {...text("name", item.name, (name) => ({ name }))} />
      <TextField
        label="Name"
        placeholder={item.name}
        {...text("verbose_name", item.verbose_name, (verbose_name) => ({ verbose_name }))}
      />
      <TextField
        {...span(2)}
        label="Unit"
        {...text("unit", item.unit, (unit) => relabelCoordinate(item, unit))}
      />
      <TextField
        {...span(4)}
        label="Help text"
        spellCheck
        {...text("help_text", item.help_text, (help_text) => ({ help_text }))}
      />
      <ChoiceField
        label="Values"
        disabled={disabled}
        options={GRID_KINDS}
        value={grid.kind === "list" ? "list" : grid.spacing}
        onChoice={(kind) =>
          change({
            grid: kind === "list" ? { ...grid, kind } : { ...grid, kind: "spread", spacing: kind },
          })
        }
      />
      {grid.kind === "list" ? (
        <TextField
          {...span(9)}
          label="Ascending values, separated by commas"
          disabled={disabled}
          value={grid.list}
          onText={(list) => change({ grid: { ...grid, list } })}
          onBlur={settle}
        />
      ) : (
        NUMBER_FIELDS.map(({ field, label }) => (
          <TextField
            key={field}
            {...span(2)}
            label={label}
            {...text(`grid.${field}`, grid[field], (value) => ({ grid: { ...grid, [field]: value } }))}
            onBlur={settle}
          />
        ))
      )}
    </Card>
  );
});
