import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, type ReactNode } from "react";
import { AccuracyText } from "#predictions/accuracy-cell.tsx";
import classes from "#predictions/emulator.module.css";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { findTrust } from "#predictions/output-scale.ts";
import { OutputCells, OutputTable } from "#predictions/output-table.tsx";
import { isAway } from "#predictions/outside-training.ts";
import type { PinnedPoint } from "#predictions/pinned-points.ts";
import { differenceFrom, halfWidthsText, type RowDifference } from "#predictions/row-difference.ts";
import { Card } from "#ui/cards/card.tsx";
import type { ViewProps } from "./view-props.ts";

const COMPARISON_COLUMNS = ["Difference", "Against the Bounds"] as const;
const listColumns = (isCompared: boolean, pinned: readonly PinnedPoint[]): readonly string[] => [
  "Lower Bound",
  "Emulator Output",
  "Upper Bound",
  "Data Comparison",
  ...(isCompared ? COMPARISON_COLUMNS : []),
  ...pinned.map(({ name }) => `At ${name}`),
  "Prediction Accuracy",
];

const FAR_TEXT = "Far from the training data";
const NO_VALUE = "–";

/** Every scalar output at the sliders' point, beside the row it is compared with. */
export function SummaryCard({ shown, report, store, pinned }: ViewProps) {
  return (
    <Card name="values" title="Scalar outputs">
      <SummaryTable outputs={shown.scalars} report={report} store={store} pinned={pinned} />
    </Card>
  );
}

type Props = {
  outputs: readonly OutputDefinition[];
  report: EmulatorReport | null;
  store: EmulatorStore;
  pinned: readonly PinnedPoint[];
};

const SummaryTable = memo(function SummaryTable({ outputs, report, store, pinned }: Props) {
  const prediction = store.usePrediction();
  const row = store.useDataRow();
  const hasLeft = store.useHasLeftRow();
  const isFar = isAway(store.useOutside());
  const columns = listColumns(row !== null, pinned);
  const mark = <IconAlertTriangle size={12} className={classes.far} role="img" aria-label={FAR_TEXT} />;
  return (
    <div className={classes.summary} data-compared={row !== null || undefined}>
      <OutputTable label="Scalar outputs" first="Name" columns={columns}>
        {outputs.map((output) => {
          const { name } = output;
          const unit = shownUnit(output);
          const answer = prediction?.outputs[name];
          const actual = row?.data[name];
          const accuracy = answer?.coefficients_of_determination[0];
          const shown = (value: unknown) =>
            typeof value === "number" ? quantityText(value / unit.multiplier, unit) : NO_VALUE;
          // A row's value belongs to the row's inputs: elsewhere its difference from a prediction means nothing.
          const compared = hasLeft ? null : compareWith(answer, actual);
          const texts = [
            shown(answer?.lower_bounds[0]),
            <span key="value" className={isFar ? classes.farValue : undefined}>
              {isFar && mark} {shown(answer?.values[0])}
            </span>,
            shown(answer?.upper_bounds[0]),
            shown(actual),
            ...(row === null
              ? []
              : [shown(compared?.difference), <BoundsMark key="bounds" compared={compared} />]),
            ...pinned.map((point) => shown(point.outputs?.[name]?.values[0])),
            typeof accuracy === "number" ? (
              <AccuracyText key="accuracy" coefficient={accuracy} trust={findTrust(report, name) ?? null} />
            ) : (
              NO_VALUE
            ),
          ];
          return (
            <tr key={name}>
              <OutputCells output={output} columns={columns} texts={texts} strong="Emulator Output" />
            </tr>
          );
        })}
      </OutputTable>
      <Notes>
        {isFar && (
          <>
            {mark} {FAR_TEXT}: an extrapolation, less certain than the prediction accuracy says.{" "}
          </>
        )}
        {row !== null &&
          "Difference: emulator minus data. A half width reaches from the emulator's output to the bound on the side of the row's value."}
      </Notes>
    </div>
  );
});

const Notes = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" mih={18} px="xs">
    {children}
  </Text>
);

function compareWith(answer: OutputPrediction | undefined, actual: unknown): RowDifference | null {
  const [value] = answer?.values ?? [];
  const [lower] = answer?.lower_bounds ?? [];
  const [upper] = answer?.upper_bounds ?? [];
  if (value === undefined || lower === undefined || upper === undefined) return null;
  return typeof actual === "number" ? differenceFrom({ value, lower, upper }, actual) : null;
}

/** The mark of a value inside or outside the bounds, with its half widths. */
function BoundsMark({ compared }: { compared: RowDifference | null }) {
  if (compared === null) return NO_VALUE;
  const { isInside, halfWidths } = compared;
  const Icon = isInside ? IconCheck : IconAlertTriangle;
  return (
    <span className={classes.mark} data-inside={isInside}>
      <span className={classes.markWord}>
        <Icon size={13} aria-hidden /> {isInside ? "Inside the bounds" : "Outside"}
      </span>{" "}
      <span>{halfWidthsText(halfWidths)}</span>
    </span>
  );
}
