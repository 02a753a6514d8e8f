import { Text } from "@mantine/core";
import { useMemo } from "react";
import { AnalysisPlot } from "./analysis-plot.tsx";
import type { CloudFigure } from "./cloud-drawing.ts";
import { formatLineCount } from "./drawn-lines.ts";

type CloudPlotProps = {
  figure: CloudFigure;
  label: string;
  /** The selected points; null: none are, and all are drawn alike. */
  selected: ReadonlySet<number> | null;
  /** null: the selection was given up. */
  onSelect: (points: readonly number[] | null) => void;
  onChoose: (point: number) => void;
};

const HEIGHTS_PX = { axes: 380, scene: 520, parallel: 380 } as const;

/** Points whose selection the other plots and tables of the page share. */
export function CloudPlot({ figure, label, selected, onSelect, onChoose }: CloudPlotProps) {
  const points = useMemo(() => selected && figure.findReferences([...selected]), [figure, selected]);
  return (
    <>
      <AnalysisPlot
        figure={figure}
        label={label}
        height={HEIGHTS_PX[figure.kind]}
        selection={{
          points,
          onSelect: (references) =>
            onSelect(references?.flatMap((reference) => figure.findPoint(reference) ?? []) ?? null),
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
