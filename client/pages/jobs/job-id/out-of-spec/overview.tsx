import { Button, Group, NativeSelect, Paper, Text, Title } from "@mantine/core";
import type { FailingRegion, OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { counted } from "@understudy/shared/counted.ts";
import { useMemo, useState } from "react";
import { DownloadChoice } from "../../../../components/download-choice.tsx";
import { saveFile } from "../../../../components/save-file.ts";
import { ChartPlot } from "../../../../plots/chart/chart-plot.tsx";
import { designPairsChart } from "../../../../plots/figures/design-pairs.ts";
import { type Brushes, passes } from "../../../../plots/figures/parallel-coordinates.ts";
import { Legend } from "../../../../plots/legend.tsx";
import { ParallelPlot } from "../../../../plots/parallel/parallel-plot.tsx";
import { usePalette } from "../../../../plots/use-palette.ts";
import type { Looks } from "../optimization/quantities.ts";
import { CLASS_TEXTS, classColor, SPEC_CLASSES } from "./classes.ts";
import { pointsCsv } from "./csv.ts";
import { columnsByUse, computeBox, designColumns, designLines } from "./design-columns.ts";

type Props = {
  outOfSpec: OutOfSpec;
  looks: Looks | null;
  /** Shaded; null: none. */
  region: FailingRegion | null;
  /** The number of a point; null: none. */
  selected: number | null;
  onSelect: (point: number) => void;
};

const NO_BRUSHES: Brushes = {};

/** The worst designs over two of their variables, and as lines over all of them: what is brushed there filters both. */
export function Overview({ outOfSpec, looks, region, selected, onSelect }: Props) {
  const palette = usePalette();
  const { points, regions } = outOfSpec;
  const [axes, setAxes] = useState<{ x?: string; y?: string }>({});
  const [brushes, setBrushes] = useState(NO_BRUSHES);
  const columns = useMemo(() => designColumns(points, looks), [points, looks]);
  const names = useMemo(() => columnsByUse(columns, regions), [columns, regions]);
  const lines = useMemo(() => designLines(points, columns, palette), [points, columns, palette]);
  const shown = useMemo(
    () => points.flatMap((_, at) => (passes(lines.lines[at] ?? { values: [] }, brushes) ? [at] : [])),
    [points, lines, brushes],
  );
  const [x = "", y = x] = [axes.x ?? names[0], axes.y ?? names[1]];
  const chart = useMemo(() => {
    const [across, up] = [columns.get(x), columns.get(y)];
    if (across === undefined || up === undefined) return null;
    const some = <Value,>(values: readonly Value[]): Value[] => shown.flatMap((at) => values[at] ?? []);
    const box = computeBox(region, [x, y], columns);
    return designPairsChart({
      x: { ...across, values: some(across.values) },
      y: { ...up, values: some(up.values) },
      scores: shown.map((at) => points[at]?.score ?? null),
      classes: SPEC_CLASSES.map((specClass) => ({
        name: CLASS_TEXTS[specClass],
        color: classColor(specClass, palette),
        isHollow: specClass === "out-of-spec-unverified",
      })),
      classIndices: shown.map((at) => SPEC_CLASSES.indexOf(points[at]?.class ?? "in-spec")),
      box: box && { ...box, color: palette.outside },
      chosen: selected === null || !shown.includes(selected) ? null : shown.indexOf(selected),
      ink: palette.ink,
    });
  }, [columns, x, y, shown, points, region, selected, palette]);
  if (chart === null) return null;
  // An axis that takes the variable of the other one leaves it its own.
  const choose = (across: string, up: string) =>
    setAxes(across === up ? { x: y, y: x } : { x: across, y: up });
  const options = [...columns].map(([value, { name }]) => ({ value, label: name }));
  const classes = SPEC_CLASSES.filter((specClass) => points.some((point) => point.class === specClass));
  const isBrushed = Object.keys(brushes).length > 0;

  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="parameter-space">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="parameter-space">
          Parameter space
        </Title>
        <Group gap="xs">
          {isBrushed && (
            <>
              <Text size="xs" c="dimmed" role="status">
                {`${shown.length} of ${counted(points.length, "design")}`}
              </Text>
              <Button size="compact-xs" variant="subtle" onClick={() => setBrushes(NO_BRUSHES)}>
                Show all
              </Button>
            </>
          )}
          <NativeSelect
            size="xs"
            aria-label="Horizontal axis"
            data={options}
            value={x}
            onChange={(event) => choose(event.currentTarget.value, y)}
          />
          <NativeSelect
            size="xs"
            aria-label="Vertical axis"
            data={options}
            value={y}
            onChange={(event) => choose(x, event.currentTarget.value)}
          />
          <DownloadChoice
            label="Download designs"
            file={{
              save: (isShown) =>
                saveFile(
                  "out-of-spec-designs.csv",
                  "text/csv",
                  pointsCsv(
                    shown.flatMap((at) => points[at] ?? []),
                    isShown ? looks : null,
                  ),
                ),
            }}
          />
        </Group>
      </Group>
      <ChartPlot
        chart={chart}
        label="The worst designs over two variables"
        height={380}
        isWaiting={false}
        onChoose={(at) => onSelect(shown[at] ?? 0)}
      />
      <Legend
        items={classes.map((specClass) => ({
          label: CLASS_TEXTS[specClass],
          color: classColor(specClass, palette),
          kind: specClass === "out-of-spec-unverified" ? "point" : "disc",
        }))}
      />
      <Title order={3} size="h6" mt="md">
        Parallel coordinates
      </Title>
      <ParallelPlot
        chart={lines}
        label="The worst designs, parallel coordinates"
        height={300}
        brushes={brushes}
        selected={selected === null ? null : String(selected)}
        onBrush={setBrushes}
        onSelect={(key) => onSelect(Number(key))}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {`${counted(points.length, "design")}: the worst of all regions, and some in spec that are near to failing. Drag along an axis to keep the designs that pass there, in both plots. Click a design to see its values above.`}
      </Text>
    </Paper>
  );
}
