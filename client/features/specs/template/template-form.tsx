import { Group, Select, Stack, Textarea } from "@mantine/core";
import type { SpecTemplate } from "@understudy/shared/api/spec.ts";
import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { FilesField } from "#ui/files-field.tsx";
import { focusFirstInvalid } from "#ui/focus-first-invalid.ts";
import { FormButtons } from "#ui/form-buttons.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ProblemList } from "#ui/problem-list.tsx";
import { useFileUploads } from "#ui/use-file-uploads.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.tsx";
import { LabelFields } from "../new/label-fields.tsx";
import classes from "./template-field.module.css";
import { type FieldValue, type Register, useTemplateForm } from "./use-template-form.ts";

/** Creates a spec from the fields of a template. */
export function TemplateForm({ template }: { template: SpecTemplate }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { labels, isChanged, changeLabels, values, change, register, errors, busy, submit } =
    useTemplateForm(template);
  const leaving = useLeaveGuard(isChanged);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    const versionId = await submit();
    if (versionId !== null) {
      leaving.release();
      return navigate(`/spec_versions/${versionId}/edit`);
    }
    focusFirstInvalid(form.current);
  }

  return (
    <Stack gap={0} maw={760}>
      <PageHeader title={`Create Spec from ${template.name}`} />
      {leaving.dialog}
      <form ref={form} onSubmit={(event) => void create(event)} noValidate>
        <Stack gap="md">
          <LabelFields labels={labels} errors={errors} onChange={changeLabels} />
          {template.fields.map((field) => (
            <TemplateField
              key={field.key}
              field={field}
              value={values[field.key] ?? ""}
              problems={errors[field.key] ?? []}
              onChange={(value) => change(field.key, value)}
              register={register}
            />
          ))}
          <ProblemList problems={errors.file ?? []} />
          <Group justify="flex-end" gap="xs">
            <FormButtons cancelTo="/specs" submit="Create Spec" busy={busy} />
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}

type Field = SpecTemplate["fields"][number];
type Props = {
  field: Field;
  value: FieldValue;
  problems: readonly string[];
  onChange: (value: FieldValue) => void;
  register: Register;
};

/** One field of a template's form, by its type. */
function TemplateField(props: Props) {
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
