import { Group, Stack } from "@mantine/core";
import type { SpecTemplate } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FormEvent, useCallback, useRef } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { focusFirstInvalid } from "#ui/focus-first-invalid.ts";
import { FormButtons } from "#ui/form-buttons.tsx";
import { LoadingPage } from "#ui/loading.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ProblemList } from "#ui/problem-list.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.tsx";
import { LabelFields } from "../new/label-fields.tsx";
import { TemplateField } from "./template-field.tsx";
import { useTemplateForm } from "./use-template-form.ts";

export function TemplateSpecPage() {
  const { specTemplateId = "" } = useParams();
  // Another template is another form.
  return <ForTemplate key={specTemplateId} spec_template_id={specTemplateId} />;
}

function ForTemplate({ spec_template_id }: { spec_template_id: string }) {
  const load = useCallback(
    (signal: AbortSignal) => call("getSpecTemplate", { params: { spec_template_id }, signal }),
    [spec_template_id],
  );
  const { value: template, failure, reload } = useQuery(load);
  if (failure?.status === 404 || failure?.status === 400) return <NotFoundPage />;
  if (failure !== null) return <ErrorBanner message={MESSAGES.sorry} onRetry={reload} />;
  return template === null ? <LoadingPage /> : <TemplateForm template={template} />;
}

function TemplateForm({ template }: { template: SpecTemplate }) {
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
