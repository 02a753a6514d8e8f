import { Text, Title } from "@mantine/core";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { memo, useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { learningCurveChart } from "#plots/figures/learning-curve.ts";
import { usePalette } from "#plots/use-palette.ts";
import { computeOutlook, type LearningCurve } from "./learning.ts";
import classes from "./trust.module.css";

type Props = { output: OutputDefinition; curve: LearningCurve; trainingRows: number; accuracy: number };

/** The accuracy by number of training rows, and the accuracy to be expected with more of them. */
export const LearningBlock = memo(function LearningBlock({ output, curve, trainingRows, accuracy }: Props) {
  const palette = usePalette();
  const name = displayName(output);
  const outlook = useMemo(
    () => computeOutlook(curve, trainingRows, accuracy),
    [curve, trainingRows, accuracy],
  );
  const chart = useMemo(
    () =>
      learningCurveChart(
        {
          output: name,
          rows: curve.rows,
          coefficients: curve.coefficients_of_determination,
          outlook: outlook && { rows: outlook.rows, coefficient: outlook.coefficient },
        },
        palette,
      ),
    [name, curve, outlook, palette],
  );
  return (
    <div className={classes.block}>
      <Title order={3}>Would more data help?</Title>
      {outlook !== null && (
        <Text size="sm">
          <strong>{outlook.answer}.</strong> {outlook.text}
        </Text>
      )}
      <ChartPlot
        chart={chart}
        label={`Accuracy of ${name} by number of training rows`}
        height={250}
        isWaiting={false}
      />
      <Text size="xs" c="dimmed">
        Each point is a cross-validation estimate on the training rows.
      </Text>
    </div>
  );
});
