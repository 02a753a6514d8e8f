import { ActionIcon, Menu, Text } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useCallback, useMemo, useState } from "react";
import { usePalette } from "../use-palette.ts";
import { AnalysisPlot } from "./analysis-plot.tsx";
import { formatLineCount } from "./drawn-lines.ts";
import type { ArrangedAxis } from "./drawn-plot.ts";
import {
  type AxisArrangement,
  type Brushes,
  createParallelFigure,
  MAX_AXES,
  type ParallelDesigns,
} from "./parallel-coordinates.ts";

type ParallelPlotProps = {
  /** The plot keeps the order of its axes while the columns are the same object. */
  designs: ParallelDesigns;
  label: string;
  /** The height in pixels. */
  height: number;
  brushes: Brushes;
  onBrush: (brushes: Brushes) => void;
  onChoose: (design: number) => void;
};

/** With less room between two axes their titles would touch. */
const MIN_AXIS_GAP_PX = 96;
const SIDE_MARGINS_PX = 112;

/** Designs as lines over axes that can be brushed, moved and reversed. */
export function ParallelPlot({ designs, label, height, brushes, onBrush, onChoose }: ParallelPlotProps) {
  const palette = usePalette();
  const { columns } = designs;
  const [arranged, setArranged] = useState<AxisArrangement & { columns: unknown }>();
  const arrangement = useMemo(
    () =>
      arranged?.columns === columns
        ? arranged
        : { order: columns.map((_, place) => place), reversed: new Set<number>() },
    [arranged, columns],
  );
  const arrange = (change: Partial<AxisArrangement>) => setArranged({ ...arrangement, ...change, columns });
  const figure = useMemo(
    () => createParallelFigure(designs, arrangement, brushes, palette),
    [designs, arrangement, brushes, palette],
  );
  const reset = useCallback(() => {
    setArranged(undefined);
    onBrush({});
  }, [onBrush]);
  return (
    <>
      <AnalysisPlot
        figure={figure}
        label={label}
        height={height}
        minWidth={SIDE_MARGINS_PX + MIN_AXIS_GAP_PX * Math.max(1, Math.min(columns.length, MAX_AXES) - 1)}
        onChoose={({ point }) => {
          const design = figure.designs[point];
          if (design !== undefined) onChoose(design);
        }}
        onArrange={(axes) => {
          const drawn = axes.map(({ name }) => Number(name));
          arrange({ order: [...drawn, ...arrangement.order.filter((place) => !drawn.includes(place))] });
          onBrush(readBrushes(axes));
        }}
        onReset={reset}
        tools={<AxesMenu {...{ label, arrangement }} columns={columns} onArrange={arrange} />}
      />
      {figure.designs.length < figure.drawableCount && (
        <Text size="xs" mt={4}>
          {`${formatLineCount(figure.designs.length, figure.drawableCount)} are drawn as lines; the selection and the download hold all.`}
        </Text>
      )}
    </>
  );
}

const readBrushes = (axes: readonly ArrangedAxis[]): Brushes =>
  Object.fromEntries(axes.flatMap(({ name, brush }) => (brush === null ? [] : [[name, brush]])));

type AxesMenuProps = {
  label: string;
  columns: ParallelDesigns["columns"];
  arrangement: AxisArrangement;
  onArrange: (change: Partial<AxisArrangement>) => void;
};

/** Reverses axes, and moves them where no pointer does. */
function AxesMenu({ label, columns, arrangement: { order, reversed }, onArrange }: AxesMenuProps) {
  const reverse = (place: number) =>
    onArrange({
      reversed: new Set(
        reversed.has(place) ? [...reversed].filter((axis) => axis !== place) : [...reversed, place],
      ),
    });
  const moveLeft = (position: number) =>
    onArrange({
      order: order.map(
        (place, at) => order[at === position ? at - 1 : at === position - 1 ? at + 1 : at] ?? place,
      ),
    });
  const names = order.map((place) => columns[place]?.name ?? "");
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="sm"
          title="Arrange the axes"
          aria-label={`Arrange the axes: ${label}`}
        >
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {order.map((place, at) => (
          <Menu.Item key={place} onClick={() => reverse(place)} {...(reversed.has(place) && { fw: 600 })}>
            Reverse {names[at]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {order.slice(1).map((place, before) => (
          <Menu.Item key={place} onClick={() => moveLeft(before + 1)}>
            Move {names[before + 1]} to the left
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
