import { NativeSelect } from "@mantine/core";
import { span } from "./card.tsx";
import type { SourceDraft } from "./draft.ts";
import { TextField } from "./text-field.tsx";

type Props = {
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
export function SourceFields({ source, isVector, at, disabled, onChange }: Props) {
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
