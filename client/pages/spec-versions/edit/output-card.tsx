import { NativeSelect } from "@mantine/core";
import { memo } from "react";
import { Card, span } from "./card.tsx";
import { otherProblems, problemAt } from "./problems.ts";
import type { RowProps } from "./row-props.ts";
import { SourceFields } from "./source-fields.tsx";
import { TextField } from "./text-field.tsx";

const SHOWN = ["name", "verbose_name", "unit", "help_text", "type", "coordinate", "source"];
const TYPES = ["Scalar", "Vector"] as const;

type Props = RowProps<"outputs"> & { coordinates: readonly string[]; canRemove: boolean };

/** One output: how it is shown, and where a simulation writes it. */
export const OutputCard = memo(function OutputCard(props: Props) {
  const { item, index, problems, disabled, edit, coordinates, canRemove } = props;
  const place = `outputs[${index}]`;
  const at = (field: string) => problemAt(problems, `${place}.${field}`);
  const change = (changes: Partial<typeof item>) => edit.item("outputs", index, changes);
  return (
    <Card
      kind="output"
      name={item.name}
      badge={item.type}
      problems={otherProblems(problems, place, SHOWN)}
      disabled={disabled}
      {...(canRemove && { onRemove: () => edit.remove("outputs", index) })}
    >
      {item.isNew && (
        <TextField
          label="Own name"
          required
          disabled={disabled}
          value={item.name}
          error={at("name")}
          onText={(name) => change({ name })}
        />
      )}
      <TextField
        label="Name"
        placeholder={item.name}
        maxLength={200}
        disabled={disabled}
        value={item.verbose_name}
        error={at("verbose_name")}
        onText={(verbose_name) => change({ verbose_name })}
      />
      <TextField
        {...span(2)}
        label="Unit"
        maxLength={50}
        disabled={disabled}
        value={item.unit}
        error={at("unit")}
        onText={(unit) => change({ unit })}
      />
      <NativeSelect
        {...span(2)}
        size="xs"
        label="Type"
        disabled={disabled}
        data={[...TYPES]}
        value={item.type}
        error={at("type")}
        onChange={(event) => {
          const type = TYPES.find((one) => one === event.currentTarget.value);
          if (type !== undefined) change({ type });
        }}
      />
      {item.type === "Vector" && (
        <NativeSelect
          {...span(2)}
          size="xs"
          label="Coordinate"
          disabled={disabled}
          data={[...new Set(["", ...coordinates, item.coordinate])]}
          value={item.coordinate}
          error={at("coordinate")}
          onChange={(event) => change({ coordinate: event.currentTarget.value })}
        />
      )}
      <TextField
        label="Help text"
        spellCheck
        disabled={disabled}
        value={item.help_text}
        error={at("help_text")}
        onText={(help_text) => change({ help_text })}
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
