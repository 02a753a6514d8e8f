import { ActionIcon, Group, SegmentedControl, Text, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconFocus2 } from "@tabler/icons-react";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { useId } from "react";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { outsideText } from "./outside-training.ts";
import { parameterLabel } from "./parameters.ts";
import { RowBox } from "./row-box.tsx";
import { COMPARISONS, type Comparison, dataSetOf, isComparison, rowCount, wrapRow } from "./rows.ts";

type Props = {
  config: JobConfig;
  store: EmulatorStore;
  comparison: Comparison;
  onComparison: (comparison: Comparison) => void;
};

/** Chooses a row of the data to compare the emulator with. */
export function ComparisonBar({ config, store, comparison, onComparison }: Props) {
  const labelId = useId();
  const row = store.useDataRow();
  const failure = store.useRowFailure();
  const hasLeft = store.useHasLeftRow();
  const outside = outsideText(store.useRowOutside(), (name) => parameterLabel(config, name));
  const set = dataSetOf(comparison);
  const count = set === null ? 0 : rowCount(config, set);
  const current = row?.row ?? 1;
  const go = (to: number) => {
    if (set !== null && count > 0) store.goToRow(set, wrapRow(to, count));
  };
  const disabled = set === null || count === 0;
  return (
    <div className={classes.comparison}>
      <Group gap="xs" wrap="wrap">
        <Text size="sm" fw={500} id={labelId}>
          Data comparison
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby={labelId}
          data={[...COMPARISONS]}
          value={comparison}
          onChange={(value) => isComparison(value) && onComparison(value)}
        />
        <Group gap={4} wrap="nowrap" role="group" aria-label="Row">
          <ActionIcon
            variant="default"
            size={30}
            disabled={disabled}
            aria-label="Previous row"
            onClick={() => go(current - 1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <RowBox row={row?.row ?? null} disabled={disabled} onRow={go} />
          <ActionIcon
            variant="default"
            size={30}
            disabled={disabled}
            aria-label="Next row"
            onClick={() => go(current + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
          <Tooltip label="Go to the row whose inputs lie nearest to the sliders">
            <ActionIcon
              variant="default"
              size={30}
              disabled={disabled}
              aria-label="Nearest row"
              onClick={() => set !== null && store.goToNearestRow(set)}
            >
              <IconFocus2 size={16} />
            </ActionIcon>
          </Tooltip>
          <Text size="sm" c="dimmed" className={classes.count}>
            {disabled ? "" : `of ${count}`}
          </Text>
        </Group>
      </Group>
      <Text
        size="xs"
        c={failure === null ? "dimmed" : "red"}
        role={failure === null ? "status" : "alert"}
        mih={18}
      >
        {failure}
        {failure === null && row !== null && (
          <>
            {hasLeft && `The sliders have left row ${row.row}: its values belong to other inputs. `}
            {outside !== null && <span className={classes.warning}>{`Row ${row.row}: ${outside}`}</span>}
          </>
        )}
      </Text>
    </div>
  );
}
