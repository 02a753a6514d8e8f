import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useCallback, useRef } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { fieldError } from "../../../components/field-errors.ts";
import { JobSteps } from "../../../components/job-steps.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { DataOptionsFields } from "./data-options.tsx";
import { FileField } from "./file-field.tsx";
import { SampleMenu } from "./sample-menu.tsx";
import { SourceJobField } from "./source-job-field.tsx";
import { useNewJob } from "./use-new-job.ts";

const idOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;

export function NewJobPage() {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [search] = useSearchParams();
  const { values, change, inputs, outputs, needsFiles, errors, busy, submit } = useNewJob(
    idOf(search.get("source_job_id")),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` only sets state
  const chooseSource = useCallback((sourceId: number | null) => change({ sourceId }), []);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    const id = await submit();
    if (id !== null) return navigate(`/jobs/${id}`);
    // Once the complaints are on the page, the first of them is what to mend.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  return (
    <Stack gap={0} maw={760}>
      <PageHeader title="Create Data-Driven Job">
        <SampleMenu
          onSample={(sample, files) => {
            if (values.name.trim() === "") change({ name: sample.name });
            inputs.take(files.input_file_id, files.input_file_name);
            outputs.take(files.output_file_id, files.output_file_name);
          }}
        />
      </PageHeader>
      <JobSteps active={0} />
      <form ref={form} onSubmit={(event) => void create(event)} noValidate>
        <Stack gap="md" mt="lg">
          <TextInput
            label="Name"
            required
            maxLength={200}
            value={values.name}
            error={fieldError(errors, "name")}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={10_000}
            value={values.description}
            error={fieldError(errors, "description")}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <SourceJobField
            sourceId={values.sourceId}
            onChange={chooseSource}
            error={fieldError(errors, "source_job_id")}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <FileField
              label="Parameters File"
              description="A header row, then one row for each run; scalar columns."
              required={needsFiles}
              error={fieldError(errors, "input_file")}
              upload={inputs}
            />
            <FileField
              label="Outputs File"
              description="A header and as many rows; curves as quoted lists."
              required={needsFiles}
              error={fieldError(errors, "output_file")}
              upload={outputs}
            />
          </SimpleGrid>
          <DataOptionsFields value={values.options} onChange={(options) => change({ options })} />
          <Group justify="flex-end" gap="xs">
            <Button component={Link} to="/jobs" variant="default">
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Create Job
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
