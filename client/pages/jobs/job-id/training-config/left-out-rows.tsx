import { Alert, Button, Group, Text } from "@mantine/core";
import { withMarks } from "@understudy/shared/failed-runs/chosen-marks.ts";
import { describeLeftOut, describeOutputRows } from "@understudy/shared/failed-runs/mark-text.ts";
import { SuspectedMarks } from "#pages/jobs/left-out/suspected-marks.tsx";
import { findDisplay } from "../simulations/values.ts";
import { type ReadAgainProps, useReadAgain } from "./use-read-again.ts";

/** The rows that are left out, of all outputs or of some, and those that should be: a click reads the files, or prepares the results, again. */
export function LeftOutRows(props: ReadAgainProps) {
  const { canBeRead, busy, readWith } = useReadAgain(props);
  const { data_options: options, left_out, suspected_marks, ignored_row_count } = props.config;
  const formatName = (name: string) => findDisplay(props.config.outputs, name).display;
  const sentences = [
    ...(ignored_row_count > 0 ? [describeLeftOut(left_out, ignored_row_count)] : []),
    ...(props.config.output_rows.length > 0 ? [describeOutputRows(props.config, formatName)] : []),
  ];
  const isChosen = options.failed_run_marks.length > 0 || options.left_out_rows.length > 0;
  return (
    <>
      {sentences.length > 0 && (
        <Alert color="orange" variant="light" role="status" aria-label="Rows left out">
          <Group justify="space-between" gap="sm">
            <Text size="sm">{sentences.join(" ")}</Text>
            {isChosen && canBeRead && (
              <Button
                size="compact-sm"
                variant="default"
                loading={busy}
                onClick={() => readWith({ failed_run_marks: [], left_out_rows: [] })}
              >
                Use the chosen rows again
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <SuspectedMarks marks={suspected_marks}>
        {canBeRead && (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() =>
              readWith({ failed_run_marks: withMarks(options.failed_run_marks, suspected_marks) })
            }
          >
            Leave these rows out
          </Button>
        )}
      </SuspectedMarks>
    </>
  );
}
