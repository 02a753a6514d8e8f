/** The rows of a trained job that should be left out, and the job that is trained without them. */
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { CreateJobBody, Job } from "@understudy/shared/api/job.ts";
import type { SuspectedMark } from "@understudy/shared/api/job-config.ts";
import { counted } from "@understudy/shared/counted.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { withMarks } from "@understudy/shared/failed-runs/chosen-marks.ts";
import { describeMark, describeSuspicious } from "@understudy/shared/failed-runs/mark-text.ts";
import { MAX_LEFT_OUT_ROWS, MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { isTrainedOnValidation } from "#predictions/row-counts-text.ts";

type Trust = EmulatorReport["outputs"][number];
type Trusts = Pick<EmulatorReport, "training_rows" | "validation_rows"> & {
  readonly outputs: readonly Pick<Trust, "name" | "suspicious" | "validation_method">[];
};

/** One sentence for each mark, and for each output with rows that do not fit. */
export function describeDoubts(
  marks: readonly SuspectedMark[],
  report: Trusts,
  outputs: readonly OutputDefinition[],
): string[] {
  // An emulator that was trained on its validation rows counts them among the training rows.
  const rowCount = report.training_rows + (isTrainedOnValidation(report) ? 0 : report.validation_rows);
  const suspicious = report.outputs.flatMap(({ name, suspicious }) => {
    if (suspicious === null || suspicious.rows.length === 0) return [];
    const output = outputs.find((definition) => definition.name === name);
    const shown = output === undefined ? name : displayName(output);
    return [describeSuspicious(suspicious, shown, rowCount)];
  });
  return [...marks.map(describeMark), ...suspicious];
}

/** Rows that do not fit in any output, ascending. */
export const rowsInDoubt = ({
  outputs,
}: {
  readonly outputs: readonly Pick<Trust, "suspicious">[];
}): number[] =>
  [...new Set(outputs.flatMap(({ suspicious }) => suspicious?.rows ?? []))]
    .sort((a, b) => a - b)
    .slice(0, MAX_LEFT_OUT_ROWS);

/** A job with this one's data and settings that trains at once, without the marked rows and those in doubt. */
export function trainingWithout(
  { id, name }: Pick<Job, "id" | "name">,
  marks: readonly SuspectedMark[],
  rows: readonly number[],
): CreateJobBody {
  const suffix = rows.length > 0 ? `, without ${counted(rows.length, "row")}` : ", without failed runs";
  return {
    name: `${name.slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}`,
    source: "job-and-files",
    source_job_id: id,
    data_options: { failed_run_marks: withMarks([], marks), left_out_rows: [...rows] },
    train_when_read: true,
  };
}
