import { Checkbox, Stack, Text } from "@mantine/core";
import { type InputRelation, relationText } from "@understudy/shared/domain/data-note.ts";
import { keepRelation } from "@understudy/shared/spec-job/keep-relation.ts";
import { useJobConfig } from "#data/jobs.ts";
import { Warning } from "#designs/emulator-warning.tsx";
import { inputLook } from "#designs/quantities.ts";
import { MarkedField } from "#shared-form/field-marks.tsx";
import { fieldError } from "#ui/field-errors.ts";
import type { NewSpecJobForm } from "./use-new-spec-job.ts";

type Props = { emulatorJobId: number; form: NewSpecJobForm };

/** Says which relation the inputs of an emulator's rows keep, and asks whether the designs of the new job keep it too. */
export function RelationField({ emulatorJobId, form }: Props) {
  const { config } = useJobConfig(emulatorJobId);
  const relation = config?.data_notes.find((note) => note.kind === "relation");
  if (config === null || relation === undefined) return null;
  const { state, read } = form;
  const { respectsRelation } = state.draft;
  const formatName = (name: string) => inputLook(config, name).display;
  return (
    <Warning label="The inputs keep a relation">
      <Stack gap="xs">
        <Text size="sm">
          {respectsRelation ? keptText(relation, read, formatName) : brokenText(relation, formatName)}
        </Text>
        <RespectRelation form={form} />
      </Stack>
    </Warning>
  );
}

/** Says that the designs of the new job keep a relation that the rows of its Extra Data keep. These are read once the job is created. */
export function RelationOfRowsField({ form }: Pick<Props, "form">) {
  return (
    <Stack gap={4} mt="xs">
      <RespectRelation form={form} />
      <Text size="xs" c="dimmed">
        {form.state.draft.respectsRelation
          ? "If the inputs of all rows of this file obey a linear relation, such as shares that sum to 1, every design that is simulated obeys it too: one input follows from the others. The page of the job says which."
          : "Designs are spread over all of the ranges, whatever relation the rows of this file obey."}
      </Text>
    </Stack>
  );
}

function RespectRelation({ form: { state, dispatch, errors } }: Pick<Props, "form">) {
  return (
    <MarkedField field="respectsRelation">
      <Checkbox
        size="xs"
        label="Respect the relation between inputs"
        checked={state.draft.respectsRelation}
        error={fieldError(errors, "respect_relation")}
        onChange={(event) =>
          dispatch({
            type: "change",
            field: "respect_relation",
            changes: { respectsRelation: event.currentTarget.checked },
          })
        }
      />
    </MarkedField>
  );
}

type FormatName = (name: string) => string;

function keptText(
  relation: InputRelation,
  { variables, payload }: Pick<NewSpecJobForm["read"], "variables" | "payload">,
  formatName: FormatName,
): string {
  const outcome = keepRelation(relation, variables, payload.distributions, formatName);
  if ("problem" in outcome) return outcome.problem;
  if (outcome.keptRelation === null) return brokenText(relation, formatName);
  return `${relationText(relation, formatName)} in every row that the emulator was trained on. ${formatName(outcome.keptRelation.follower)} follows from the others.`;
}

const brokenText = (relation: InputRelation, formatName: FormatName): string =>
  `${relationText(relation, formatName)} in every row that the emulator was trained on. Designs of this job need not keep this: check it before you use one.`;
