import { Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo } from "react";
import { OutputCells, OutputTable } from "../output-table.tsx";
import { AccuracyText } from "./accuracy-cell.tsx";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { findTrust } from "./output-scale.ts";
import { isAway } from "./outside-training.ts";

const COLUMNS = [
  "Lower Bound",
  "Emulator Output",
  "Upper Bound",
  "Data Comparison",
  "Prediction Accuracy",
] as const;

const FAR = "Far from the training data";

type Props = { outputs: readonly OutputDefinition[]; report: EmulatorReport | null; store: EmulatorStore };

/** Every scalar output at the sliders' point, beside the row it is compared with. */
export const SummaryTable = memo(function SummaryTable({ outputs, report, store }: Props) {
  const prediction = store.usePrediction();
  const row = store.useDataRow();
  const isFar = isAway(store.useOutside());
  const mark = <IconAlertTriangle size={12} className={classes.far} role="img" aria-label={FAR} />;
  return (
    <div className={classes.summary}>
      <OutputTable label="Scalar outputs" first="Name" columns={COLUMNS}>
        {outputs.map((output) => {
          const { name } = output;
          const unit = shownUnit(output);
          const answer = prediction?.outputs[name];
          const actual = row?.data[name];
          const accuracy = answer?.coefficients_of_determination[0];
          const shown = (value: unknown) =>
            typeof value === "number" ? quantityText(value / unit.multiplier, unit) : "–";
          const texts = [
            shown(answer?.lower_bounds[0]),
            <span key="value" className={isFar ? classes.farValue : undefined}>
              {isFar && mark} {shown(answer?.values[0])}
            </span>,
            shown(answer?.upper_bounds[0]),
            shown(actual),
            typeof accuracy === "number" ? (
              <AccuracyText
                key="accuracy"
                coefficient={accuracy}
                log={findTrust(report, name)?.log_accuracy ?? null}
              />
            ) : (
              "–"
            ),
          ];
          return (
            <tr key={name}>
              <OutputCells output={output} columns={COLUMNS} texts={texts} strong="Emulator Output" />
            </tr>
          );
        })}
      </OutputTable>
      <Text size="xs" c="dimmed" mih={18} px="xs">
        {isFar && (
          <>
            {mark} {FAR}: an extrapolation, less certain than the prediction accuracy says.
          </>
        )}
      </Text>
    </div>
  );
});
