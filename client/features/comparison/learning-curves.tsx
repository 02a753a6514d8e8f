import { Select } from "@mantine/core";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { type ComparedLearning, comparedLearningChart } from "#plots/figures/compared-learning.ts";
import { usePalette } from "#plots/use-palette.ts";
import { collectNames } from "./common.ts";
import type { ComparedColumn } from "./comparison-table.tsx";
import { Section } from "./section.tsx";
import type { ComparedJob } from "./use-compared-job.ts";

type Props = {
  jobs: readonly ComparedJob[];
  columns: readonly ComparedColumn[];
  /** The output that was chosen; null: the first. */
  chosen: string | null;
  onChoose: (output: string) => void;
};

/** The accuracy of one output by the number of training rows, of all jobs in one plot. */
export function LearningCurves({ jobs, columns, chosen, onChoose }: Props) {
  const palette = usePalette();
  const names = collectNames(
    jobs.map(({ report }) => (report?.outputs ?? []).filter(({ learning_curve }) => learning_curve !== null)),
  );
  const output = names.find((name) => name === chosen) ?? names[0] ?? null;
  const series = jobs.flatMap(({ report }, at): ComparedLearning[] => {
    const curve = report?.outputs.find(({ name }) => name === output)?.learning_curve ?? null;
    const column = columns[at];
    if (curve === null || column === undefined) return [];
    const color = palette.series[column.place] ?? palette.ink;
    return [
      {
        job: `${column.name} (${column.id})`,
        color,
        rows: curve.rows,
        coefficients: curve.coefficients_of_determination,
      },
    ];
  });
  const drawn = JSON.stringify(series);
  const chart = useMemo(() => comparedLearningChart(output ?? "", JSON.parse(drawn)), [output, drawn]);
  if (output === null) return <Section title="Learning curves" note={LIST_MESSAGES.noLearningCurves} />;
  return (
    <Section
      title="Learning curves"
      controls={
        <Select
          size="xs"
          aria-label="Output of the learning curves"
          allowDeselect={false}
          data={names}
          value={output}
          onChange={(name) => name !== null && onChoose(name)}
        />
      }
      note="Accuracy by cross-validation on the training rows."
    >
      <Legend items={series.map(({ job, color }) => ({ label: job, color, kind: "line" }))} />
      <ChartPlot chart={chart} label={`Learning curves of ${output}`} height={300} isWaiting={false} />
    </Section>
  );
}
