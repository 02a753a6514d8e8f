import { ActionIcon, Button, Group, SegmentedControl, Text, TextInput, Tooltip } from "@mantine/core";
import {
  IconArrowBackUp,
  IconChevronLeft,
  IconChevronRight,
  IconFocus2,
  IconTrendingDown,
} from "@tabler/icons-react";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import classes from "#predictions/emulator.module.css";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { parameterLabel } from "#predictions/parameters.ts";
import { rowMoveText } from "#predictions/row-move.ts";
import {
  COMPARISON_OPTIONS,
  type Comparison,
  getDataSet,
  isComparison,
  REJECTED_KEYS,
  rowCount,
  wrapRow,
} from "#predictions/rows.ts";
import { outsideText } from "./outside-text.ts";

type Props = {
  config: JobConfig;
  store: EmulatorStore;
  comparison: Comparison;
  /** True when the emulator was trained on the validation rows too. */
  isTrainedOnValidation: boolean;
  onComparison: (comparison: Comparison) => void;
};

const TRAINED_ON_TEXT =
  "The emulator is trained on this row too. Prediction vs actual shows it as predicted without it.";

/** Chooses a row of the data to compare the emulator with. */
export function ComparisonBar({ config, store, comparison, isTrainedOnValidation, onComparison }: Props) {
  const labelId = useId();
  const row = store.useDataRow();
  const failure = store.useRowFailure();
  const hasLeft = store.useHasLeftRow();
  const move = store.useRowMove();
  const outputLabel = (name: string) => {
    const output = config.outputs.find((column) => column.name === name);
    return output === undefined ? name : displayName(output);
  };
  const outside = outsideText(store.useRowOutside(), (name) => parameterLabel(config, name));
  const set = getDataSet(comparison);
  const count = set === null ? 0 : rowCount(config, set);
  return (
    <div className={classes.comparison}>
      <Group gap="xs" wrap="wrap">
        <Text size="sm" fw={500} id={labelId} className={classes.label}>
          Data comparison
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby={labelId}
          data={[...COMPARISON_OPTIONS]}
          value={comparison}
          onChange={(value) => isComparison(value) && onComparison(value)}
        />
        <RowButtons
          row={row?.row ?? null}
          count={count}
          onRow={(number) => set !== null && count > 0 && store.goToRow(set, wrapRow(number, count))}
          onNearest={() => set !== null && store.goToNearestRow(set)}
          onNextBad={() => set !== null && store.goToNextBadRow(set)}
        />
      </Group>
      <div className={classes.rowNote}>
        <Text size="xs" c={failure === null ? "dimmed" : "red"} role={failure === null ? "status" : "alert"}>
          {failure}
          {failure === null && row !== null && (
            <>
              {hasLeft && `The sliders no longer match row ${row.row}: its values belong to other inputs. `}
              {move !== null && `${rowMoveText(move, outputLabel)} `}
              {comparison === "Validation" && isTrainedOnValidation && `${TRAINED_ON_TEXT} `}
              {outside !== null && <span className={classes.warning}>{`Row ${row.row}: ${outside}`}</span>}
            </>
          )}
        </Text>
        {failure === null && move?.hasMoved && (
          <Button
            size="compact-xs"
            variant="subtle"
            className={classes.undo}
            leftSection={<IconArrowBackUp size={13} />}
            onClick={store.undo}
          >
            Undo
          </Button>
        )}
      </div>
    </div>
  );
}

type RowButtonsProps = {
  /** The row that is compared with; null: none yet. */
  row: number | null;
  /** The number of rows in the data set; 0: there is nothing to go to. */
  count: number;
  onRow: (row: number) => void;
  onNearest: () => void;
  onNextBad: () => void;
};

function RowButtons({ row, count, onRow, onNearest, onNextBad }: RowButtonsProps) {
  const disabled = count === 0;
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <ActionIcon variant="default" size={30} disabled={disabled} aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
  const current = row ?? 1;
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label="Row">
      {button("Previous row", <IconChevronLeft size={16} />, () => onRow(current - 1))}
      <RowBox row={row} disabled={disabled} onRow={onRow} />
      {button("Next row", <IconChevronRight size={16} />, () => onRow(current + 1))}
      <Tooltip label="Go to the row that the emulator predicts worst, and from there to the next worst">
        {button("Next worst row", <IconTrendingDown size={16} />, onNextBad)}
      </Tooltip>
      <Tooltip label="Go to the row whose inputs are nearest to the sliders">
        {button("Nearest row", <IconFocus2 size={16} />, onNearest)}
      </Tooltip>
      <Text size="sm" c="dimmed" className={classes.count}>
        {disabled ? "" : `of ${count}`}
      </Text>
    </Group>
  );
}

const GO_AFTER_MS = 350;

type RowBoxProps = { row: number | null; disabled: boolean; onRow: (row: number) => void };

/** The row number, from 1; it wraps around at both ends. */
function RowBox({ row, disabled, onRow }: RowBoxProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const go = (text: string | null) => {
    clearTimeout(timer.current);
    setDraft(null);
    if (text !== null && /^\d+$/.test(text)) onRow(Number(text));
  };

  return (
    <TextInput
      type="number"
      size="xs"
      className={classes.row}
      aria-label="Row number"
      disabled={disabled}
      value={draft ?? (row === null || disabled ? "" : String(row))}
      onKeyDown={(event) => {
        if (REJECTED_KEYS.includes(event.key)) event.preventDefault();
        if (event.key === "Enter") go(draft);
      }}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setDraft(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => go(text), GO_AFTER_MS);
      }}
      onBlur={() => go(draft)}
    />
  );
}
