import { Button, Group, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useCallback, useMemo, useState } from "react";
import { ZoomGroup } from "#plots/chart/zoom-group.tsx";
import type { FieldCut } from "#plots/figures/field.ts";
import { jointText } from "#plots/model/chart.ts";
import { extent, growRange, mergeRanges, type Range } from "#plots/model/ranges.ts";
import classes from "#predictions/emulator.module.css";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { isAway } from "#predictions/outside-training.ts";
import { useSteadyRange } from "#predictions/use-steady-range.ts";
import { FieldCuts } from "./field-cuts.tsx";
import { FieldMap } from "./field-map.tsx";

type Props = {
  output: OutputDefinition;
  /** The number of columns of the grid. */
  columns: number;
  store: EmulatorStore;
  showUncertainties: boolean;
  /** The bounds hold the whole map. */
  isJoint: boolean;
  height: number;
  /** The note stands beside the maps. */
  note: string;
};

/** The widths of the bounds are drawn over this share of the output's range until they are known. */
const INITIAL_WIDTH_SHARE = 0.02;
const NO_VALUES: readonly number[] = [];
const NO_DIFFERENCE: Range = [0, 1];

/** The values, bounds and widths that are drawn, in the unit shown. */
function useShownField(answer: OutputPrediction | undefined, multiplier: number) {
  return useMemo(() => {
    const shown = (values: readonly number[] = NO_VALUES) => values.map((value) => value / multiplier);
    const [values, lower, upper] = [
      shown(answer?.values),
      shown(answer?.lower_bounds),
      shown(answer?.upper_bounds),
    ];
    const widths = upper.map((high, at) => high - (lower[at] ?? Number.NaN));
    return { values, lower, upper, widths };
  }, [answer, multiplier]);
}

/** The difference from the row that is compared with, and the ranges of the maps' colours, which stay while a slider moves. */
function useFieldRanges(
  output: OutputDefinition,
  field: ReturnType<typeof useShownField>,
  actual: readonly number[] | null,
  hasLeft: boolean,
  multiplier: number,
) {
  const { min, max } = output;
  const outputRange: Range = useMemo(
    () => [(min ?? 0) / multiplier, (max ?? 1) / multiplier],
    [min, max, multiplier],
  );
  const range = useSteadyRange({
    initial: outputRange,
    needed: mergeRanges(extent(field.values), extent(actual ?? NO_VALUES)),
    fit: (needed) => growRange(outputRange, needed),
  });
  const initialWidths: Range = useMemo(
    () => [0, (outputRange[1] - outputRange[0]) * INITIAL_WIDTH_SHARE || 1],
    [outputRange],
  );
  const widthRange = useSteadyRange({
    initial: initialWidths,
    needed: extent(field.widths),
    fit: ([, high]) => [0, high || 1],
  });
  const difference = useMemo(
    () =>
      actual === null || hasLeft ? null : field.values.map((value, at) => value - (actual[at] ?? Number.NaN)),
    [field, actual, hasLeft],
  );
  const differenceRange = useSteadyRange({
    initial: NO_DIFFERENCE,
    needed: extent((difference ?? NO_VALUES).map(Math.abs)),
    fit: ([, high]) => [0, high || 1],
  });
  return { range, widthRange, difference, differenceRange };
}

/** The row and the column that are drawn as curves: those in the middle until others are chosen. */
function useFieldCut(length: number, columns: number) {
  const [chosen, setCut] = useState<FieldCut | null>(null);
  const [isOpen, setOpen] = useState(false);
  const row = chosen?.row ?? Math.floor(length / columns / 2);
  const column = chosen?.column ?? Math.floor(columns / 2);
  const cut = useMemo(() => ({ row, column }), [row, column]);
  const chooseCell = useCallback(
    (cell: number) => {
      setCut({ row: Math.floor(cell / columns), column: cell % columns });
      setOpen(true);
    },
    [columns],
  );
  return { cut, setCut, isOpen, setOpen, drawnCut: isOpen ? cut : null, chooseCell };
}

/**
 * A vector output that is a field on a grid, as maps: its mean, the width of its bounds, the row that it is compared with and the
 * difference. They share their zoom, and what has one scale its colours.
 */
export const FieldPlot = memo(function FieldPlot(props: Props) {
  const { output, columns, store, showUncertainties, isJoint, height, note } = props;
  const answer = store.usePrediction()?.outputs[output.name];
  const isFar = isAway(store.useOutside());
  const row = store.useDataRow();
  const hasLeft = store.useHasLeftRow();
  const { text: unit, multiplier } = useMemo(() => shownUnit(output), [output]);
  const field = useShownField(answer, multiplier);
  const compared = row?.data[output.name];
  const actual = useMemo(
    () =>
      Array.isArray(compared) && compared.length === output.length
        ? compared.map((value) => value / multiplier)
        : null,
    [compared, output.length, multiplier],
  );
  const { range, widthRange, difference, differenceRange } = useFieldRanges(
    output,
    field,
    actual,
    hasLeft,
    multiplier,
  );
  const { cut, setCut, isOpen, setOpen, drawnCut, chooseCell } = useFieldCut(output.length, columns);
  const compareWith = useMemo(
    () => (actual === null || row === null ? null : { label: `Data, row ${row.row}`, values: actual }),
    [actual, row],
  );
  const shared = {
    ...{ columns, unit, height, isJoint, isWaiting: answer === undefined },
    ...{ cut: drawnCut, onChoose: chooseCell },
  };
  const name = displayName(output);
  return (
    <>
      <ZoomGroup key={columns}>
        <div className={classes.fields}>
          <FieldMap
            {...shared}
            title="Emulator"
            name={name}
            field={field}
            values={field.values}
            range={range}
            isFar={isFar}
          />
          {actual !== null && row !== null && (
            <FieldMap
              {...shared}
              title={`Data, row ${row.row}`}
              name={name}
              field={field}
              values={actual}
              range={range}
              isFar={false}
            />
          )}
          {difference !== null && (
            <FieldMap
              {...shared}
              title="Difference, emulator minus data"
              name="Difference"
              field={field}
              values={difference}
              range={[-differenceRange[1], differenceRange[1]]}
              isFar={false}
              colors="difference"
            />
          )}
          {showUncertainties && (
            <FieldMap
              {...shared}
              title={`Width of the 95% bounds${jointText(isJoint ? "map" : null)}`}
              name="Width"
              field={field}
              values={field.widths}
              range={widthRange}
              isFar={isFar}
              colors="magma"
            />
          )}
        </div>
        <Group justify="space-between" gap="4px 16px">
          <Text size="xs" c="dimmed">
            {isFar ? "Faded: far from the training data" : ""}
          </Text>
          <Text size="xs" c="dimmed" className={classes.note}>
            {note}
          </Text>
        </Group>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          leftSection={isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          onClick={() => setOpen((before) => !before)}
        >
          Cuts and figures
        </Button>
      </ZoomGroup>
      {isOpen && (
        <FieldCuts
          {...{ name, unit, columns, field, range, cut, isFar, showUncertainties, isJoint, hasLeft }}
          actual={compareWith}
          onCut={setCut}
        />
      )}
    </>
  );
});
