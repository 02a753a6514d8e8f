import { Paper, Text } from "@mantine/core";
import type { Objective } from "@understudy/shared/domain/job.ts";
import { FileField } from "#pages/jobs/new/file-field.tsx";
import type { FileState } from "#pages/jobs/new/use-file-upload.ts";
import { useFieldUpload } from "./use-field-upload.ts";
import type { Uploads } from "./use-uploads.ts";

type Props = {
  objective: Objective;
  state: FileState;
  problems: readonly string[];
  uploads: Uploads;
  onState: (state: FileState) => void;
};

/** The use of the rows, where that is not the use of the simulations. */
const USE_TEXTS: Partial<Record<Objective, string>> = {
  Optimization: " The search begins at these rows, too.",
  "Out of Spec": " The search begins at these rows, too.",
  Sampling: " A sampling does not read these rows: every design of a chain is evaluated.",
};

/** Rows that are known already, and need no simulation. */
export function ExtraDataField({ objective, state, problems, uploads, onState }: Props) {
  const upload = useFieldUpload("extra_data_file_id", uploads, state, onState);
  const [first, ...otherProblems] = problems;
  return (
    <Paper withBorder p="md" component="section" aria-label="Extra Data">
      <FileField
        label="Extra Data"
        description={`Optional. A CSV file in which each row holds all variable and output values.${USE_TEXTS[objective] ?? ""}`}
        required={false}
        error={first ?? null}
        upload={upload}
      />
      {otherProblems.map((problem) => (
        <Text key={problem} size="xs" c="var(--mantine-color-error)">
          {problem}
        </Text>
      ))}
    </Paper>
  );
}
