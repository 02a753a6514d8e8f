import { Alert, Button, Group, Text } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SweepChoice } from "@understudy/shared/api/row-groups.ts";
import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { listed } from "./row-groups-text.ts";
import { type ReadAgainProps, useReadAgain } from "./use-read-again.ts";

/** Offers to turn rows, one a point of a sweep, into curves, and to undo that; nothing where the rows are no sweeps. */
export function SweepCurves(props: ReadAgainProps) {
  const { canBeRead, busy, readWith } = useReadAgain(props);
  const { config } = props;
  const chosen = config.data_options.sweep_curves;
  const possible = possibleSweep(config);
  const text = chosen === null ? possible && proposalText(config, possible) : doneText(chosen);
  if (text === null || !canBeRead || !props.job.is_data_driven) return null;
  return (
    <Alert color="blue" variant="light" role="status" aria-label="Sweeps as curves">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          {text}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          onClick={() => readWith({ sweep_curves: chosen === null ? possible : null })}
        >
          {chosen === null ? "Turn into curves" : "Use the rows as they are"}
        </Button>
      </Group>
    </Alert>
  );
}

/** The one input that is swept within the groups, counters of rows aside; null where there are several, or outputs that are curves. */
export function possibleSweep({ row_groups, data_notes, outputs }: JobConfig): SweepChoice | null {
  const counters = data_notes.flatMap((note) => (note.kind === "row counter" ? [note.input] : []));
  const swept = row_groups?.swept.filter((name) => !counters.includes(name)) ?? [];
  const [over] = swept;
  if (row_groups === null || over === undefined || swept.length > 1) return null;
  return outputs.every(({ type }) => type === "Scalar") ? { over, by: row_groups.columns } : null;
}

/** Says what the rows would become. */
function proposalText({ row_groups, outputs, data_set_sizes }: JobConfig, { over, by }: SweepChoice): string {
  const groups = counted(row_groups?.count ?? 0, "sweep");
  const names = listed(outputs.map(({ name }) => name));
  return `${counted(data_set_sizes.combined, "row")} hold ${groups} over ${over}. As curves they become ${countText(row_groups?.count ?? 0)} rows: ${listed(by)} as inputs, and ${names} over ${over}.`;
}

const doneText = ({ over }: SweepChoice): string =>
  `The rows of the files were turned into curves over ${over}, one a row.`;
