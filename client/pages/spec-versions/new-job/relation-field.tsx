import { Checkbox, Stack, Text } from "@mantine/core";
import { type InputRelation, relationText } from "@understudy/shared/domain/data-note.ts";
import { keepRelation } from "@understudy/shared/spec-job/keep-relation.ts";
import { useJobConfig } from "#data/jobs.ts";
import { Warning } from "#pages/jobs/emulator-warning/emulator-warning.tsx";
import { inputLook } from "#pages/jobs/job-id/optimization/quantities.ts";
import { fieldError } from "#ui/field-errors.ts";
import type { NewSpecJobForm } from "./use-new-spec-job.ts";

type Props = { emulatorJobId: number; form: NewSpecJobForm };

/** Says which relation the inputs of an emulator's rows keep, and asks whether the designs of the new job keep it too. */
export function RelationField({ emulatorJobId, form }: Props) {
  const { config } = useJobConfig(emulatorJobId);
  const relation = config?.data_notes.find((note) => note.kind === "relation");
  if (config === null || relation === undefined) return null;
  const { state, dispatch, read, errors } = form;
  const { respectsRelation } = state.draft;
  const formatName = (name: string) => inputLook(config, name).display;
  return (
    <Warning label="The inputs keep a relation">
      <Stack gap="xs">
        <Text size="sm">
          {respectsRelation ? keptText(relation, read, formatName) : brokenText(relation, formatName)}
        </Text>
        <Checkbox
          size="xs"
          label="Respect the relation between inputs"
          checked={respectsRelation}
          error={fieldError(errors, "respect_relation")}
          onChange={(event) =>
            dispatch({
              type: "change",
              field: "respect_relation",
              changes: { respectsRelation: event.currentTarget.checked },
            })
          }
        />
      </Stack>
    </Warning>
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
