import { Select, Textarea } from "@mantine/core";
import type { SpecTemplate } from "@understudy/shared/api/spec.ts";
import { useEffect } from "react";
import { FilesField } from "#ui/files-field.tsx";
import { useFileUploads } from "#ui/use-file-uploads.ts";
import classes from "./template-field.module.css";
import type { FieldValue, Register } from "./use-template-form.ts";

export type Field = SpecTemplate["fields"][number];
type Props = {
  field: Field;
  value: FieldValue;
  problems: readonly string[];
  onChange: (value: FieldValue) => void;
  register: Register;
};

/** One field of a template's form, by its type. */
export function TemplateField(props: Props) {
  const { field, value, problems, onChange } = props;
  const { name, description, required, type, choices } = field;
  const text = typeof value === "string" ? value : "";
  const common = {
    label: name,
    description,
    required,
    error: problems.join(" ") || null,
  };
  switch (type) {
    case "File":
    case "FileList":
      return <TemplateFiles {...props} />;
    case "Select": {
      const chosen = choices?.find((choice) => choice.name === text);
      return (
        <Select
          {...common}
          description={[description, chosen?.help_text].filter(Boolean).join(" ")}
          data={(choices ?? []).map((choice) => ({ value: choice.name, label: choice.display_name }))}
          value={text === "" ? null : text}
          clearable={!required}
          onChange={(chosenName) => onChange(chosenName ?? "")}
        />
      );
    }
    case "String":
      return (
        <Textarea
          {...common}
          autosize
          minRows={1}
          maxRows={12}
          maxLength={10_000}
          classNames={{ input: classes.text ?? "" }}
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

function TemplateFiles({ field, problems, onChange, register }: Props) {
  const { key, name, description, required, type } = field;
  const uploads = useFileUploads();
  const count = uploads.files.length;
  useEffect(() => register(key, uploads.finished), [register, key, uploads.finished]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form knows how many there are, their ids once they are up
  useEffect(() => onChange(uploads.files.map(({ path }) => path)), [count]);
  return (
    <FilesField
      label={name}
      description={description}
      required={required}
      single={type === "File"}
      invitation={type === "File" ? "Drop a file here" : "Drop files here"}
      problems={problems}
      uploads={uploads}
    />
  );
}
