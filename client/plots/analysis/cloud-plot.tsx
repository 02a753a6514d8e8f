import { Text } from "@mantine/core";
import { useMemo } from "react";
import { AnalysisPlot } from "./analysis-plot.tsx";
import type { CloudFigure } from "./cloud-drawing.ts";
import { formatLineCount } from "./drawn-lines.ts";
import type { LinkedSelection } from "./use-linked-selection.ts";

type CloudPlotProps = {
  figure: CloudFigure;
  label: string;
  /** The selection of the page, which the plot shows and changes. */
  selection: LinkedSelection;
  onChoose: (point: number) => void;
};

const HEIGHTS_PX = { axes: 380, scene: 520, parallel: 380 } as const;

/** Points whose selection the other plots and tables of the page share. */
export function CloudPlot({ figure, label, selection, onChoose }: CloudPlotProps) {
  const { isNarrowed, shown, pick } = selection;
  const points = useMemo(
    () => (isNarrowed ? figure.findReferences(shown) : null),
    [figure, isNarrowed, shown],
  );
  return (
    <>
      <AnalysisPlot
        figure={figure}
        label={label}
        height={HEIGHTS_PX[figure.kind]}
        selection={{
          points,
          onSelect: (references) =>
            pick(references?.flatMap((reference) => figure.findPoint(reference) ?? []) ?? null),
        }}
        onChoose={(reference) => {
          const point = figure.findPoint(reference);
          if (point !== null) onChoose(point);
        }}
      />
      {figure.drawnCount < figure.drawableCount && (
        <Text size="xs" mt={4}>
          {`${formatLineCount(figure.drawnCount, figure.drawableCount)} are drawn in the scene, and more of those that are selected; the selection and the download hold all.`}
        </Text>
      )}
    </>
  );
}
