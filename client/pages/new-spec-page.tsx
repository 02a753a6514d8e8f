import { Group, Stack } from "@mantine/core";
import { type FormEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { LabelFields } from "#features/specs/new/label-fields.tsx";
import { useNewSpec } from "#features/specs/new/use-new-spec.ts";
import { FilesField } from "#ui/files-field.tsx";
import { focusFirstInvalid } from "#ui/focus-first-invalid.ts";
import { FormButtons } from "#ui/form-buttons.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.tsx";

export function NewSpecPage() {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { labels, isChanged, change, uploads, errors, busy, submit } = useNewSpec();
  const leaving = useLeaveGuard(isChanged);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await submit()) {
      leaving.release();
      return navigate("/specs/");
    }
    focusFirstInvalid(form.current);
  }

  return (
    <Stack gap={0} maw={760}>
      <PageHeader title="Create Custom Spec" />
      {leaving.dialog}
      <form ref={form} onSubmit={(event) => void create(event)} noValidate>
        <Stack gap="md">
          <LabelFields labels={labels} errors={errors} onChange={change} />
          <FilesField
            label="Files"
            description="The simulation model: its input files and a spec.json that defines its variables, its outputs and the command that runs it."
            required
            invitation="Drop a zip file, files or a folder here"
            problems={errors.file ?? []}
            uploads={uploads}
          />
          <Group justify="flex-end" gap="xs">
            <FormButtons cancelTo="/specs" submit="Create Spec" busy={busy} />
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
