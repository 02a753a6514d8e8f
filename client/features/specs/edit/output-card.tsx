import { NativeSelect } from "@mantine/core";
import { memo } from "react";
import { Card, ChoiceField, listItem, type RowProps, span, TextField } from "./card.tsx";
import type { SourceDraft } from "./draft.ts";

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

type SourceFieldsProps = {
  source: SourceDraft;
  isVector: boolean;
  /** Returns the error of a field. */
  at: (field: keyof SourceDraft) => string | null;
  disabled: boolean;
  onChange: (changes: Partial<SourceDraft>) => void;
};

const FORMAT_OPTIONS = [
  { value: "keyvalue", label: "name = value" },
  { value: "json", label: "JSON" },
  { value: "table", label: "Table" },
  { value: "regex", label: "Regular expression" },
] as const;

type TextName = Exclude<keyof SourceDraft, "format" | "file">;
const FIELDS_BY_FORMAT: Readonly<
  Record<SourceDraft["format"], readonly { field: TextName; label: string }[]>
> = {
  keyvalue: [{ field: "key", label: "Name in the file" }],
  json: [
    { field: "key", label: "Key" },
    { field: "coordinate_key", label: "Coordinate key" },
  ],
  table: [
    { field: "column", label: "Column" },
    { field: "coordinate_column", label: "Coordinate column" },
  ],
  regex: [{ field: "pattern", label: "Pattern" }],
};

/** The place in a simulation's files that an output is read from. */
function SourceFields({ source, isVector, at, disabled, onChange }: SourceFieldsProps) {
  const fields = FIELDS_BY_FORMAT[source.format].filter(
    ({ field }) => isVector || !field.startsWith("coordinate"),
  );
  return (
    <>
      <TextField
        label="Read from the file"
        disabled={disabled}
        value={source.file}
        error={at("file")}
        onText={(file) => onChange({ file })}
      />
      <NativeSelect
        size="xs"
        label="Format"
        disabled={disabled}
        data={[...FORMAT_OPTIONS]}
        value={source.format}
        error={at("format")}
        onChange={(event) => {
          const format = FORMAT_OPTIONS.find(({ value }) => value === event.currentTarget.value);
          if (format !== undefined) onChange({ format: format.value });
        }}
      />
      {fields.map(({ field, label }) => (
        <TextField
          key={field}
          {...(field === "pattern" && span(6))}
          label={label}
          disabled={disabled}
          value={source[field]}
          error={at(field)}
          onText={(text) => onChange({ [field]: text })}
        />
      ))}
    </>
  );
}
