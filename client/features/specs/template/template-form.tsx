import { Group, Stack } from "@mantine/core";
import type { SpecTemplate } from "@understudy/shared/api/spec.ts";
import { type FormEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { focusFirstInvalid } from "#ui/focus-first-invalid.ts";
import { FormButtons } from "#ui/form-buttons.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ProblemList } from "#ui/problem-list.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.tsx";
import { LabelFields } from "../new/label-fields.tsx";
import { TemplateField } from "./template-field.tsx";
import { useTemplateForm } from "./use-template-form.ts";

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
