import { memo } from "react";
import { Card, span } from "./card.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { listItem } from "./list-item.ts";
import type { RowProps } from "./row-props.ts";
import { SourceFields } from "./source-fields.tsx";
import { TextField } from "./text-field.tsx";

const SHOWN_FIELDS = ["name", "verbose_name", "unit", "help_text", "type", "coordinate", "source"];
const OUTPUT_TYPES = ["Scalar", "Vector"] as const;

type Props = RowProps<"outputs"> & { coordinates: readonly string[]; canRemove: boolean };

/** One output: how it is shown, and where a simulation writes it. */
export const OutputCard = memo(function OutputCard(props: Props) {
  const { item, disabled, coordinates, canRemove } = props;
  const { card, text, at, change } = listItem("outputs", props, SHOWN_FIELDS);
  const { onRemove, ...cardProps } = card;
  return (
    <Card kind="output" badge={item.type} {...cardProps} {...(canRemove && { onRemove })}>
      {item.isNew && (
        <TextField label="Identifier" required {...text("name", item.name, (name) => ({ name }))} />
      )}
      <TextField
        label="Name"
        placeholder={item.name}
        maxLength={200}
        {...text("verbose_name", item.verbose_name, (verbose_name) => ({ verbose_name }))}
      />
      <TextField
        {...span(2)}
        label="Unit"
        maxLength={50}
        {...text("unit", item.unit, (unit) => ({ unit }))}
      />
      <ChoiceField
        {...span(2)}
        label="Type"
        disabled={disabled}
        options={OUTPUT_TYPES}
        value={item.type}
        error={at("type")}
        onChoice={(type) => change({ type })}
      />
      {item.type === "Vector" && (
        <ChoiceField
          {...span(2)}
          label="Coordinate"
          disabled={disabled}
          options={[...new Set(["", ...coordinates, item.coordinate])]}
          value={item.coordinate}
          error={at("coordinate")}
          onChoice={(coordinate) => change({ coordinate })}
        />
      )}
      <TextField
        label="Help text"
        spellCheck
        {...text("help_text", item.help_text, (help_text) => ({ help_text }))}
      />
      <SourceFields
        source={item.source}
        isVector={item.type === "Vector"}
        at={(field) => at(`source.${field}`)}
        disabled={disabled}
        onChange={(changes) => change({ source: { ...item.source, ...changes } })}
      />
    </Card>
  );
});
