import { Checkbox } from "@mantine/core";
import type { DataOptions, SuspectedMark } from "@understudy/shared/api/job-config.ts";
import { withMarks, withoutMarks } from "@understudy/shared/failed-runs/chosen-marks.ts";
import { isSameMark } from "@understudy/shared/failed-runs/mark-text.ts";
import { SuspectedMarks } from "../left-out/suspected-marks.tsx";

type Props = {
  marks: readonly SuspectedMark[];
  value: DataOptions;
  onChange: (value: DataOptions) => void;
};

/** Proposes to leave out the rows of the chosen file that hold marks of failed runs. */
export function ProposedMarks({ marks, value, onChange }: Props) {
  const isChosen = marks.every((mark) => value.failed_run_marks.some((chosen) => isSameMark(chosen, mark)));
  return (
    <SuspectedMarks marks={marks}>
      <Checkbox
        label="Leave these rows out"
        checked={isChosen}
        onChange={(event) => {
          const { failed_run_marks: chosen } = value;
          const change = event.currentTarget.checked ? withMarks : withoutMarks;
          onChange({ ...value, failed_run_marks: change(chosen, marks) });
        }}
      />
    </SuspectedMarks>
  );
}
