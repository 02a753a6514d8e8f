import "../chart/legend.css";
import { ActionIcon, Group, Menu, UnstyledButton } from "@mantine/core";
import {
  IconArrowsMove,
  IconLasso,
  IconMarquee2,
  IconPointer,
  IconRotate360,
  IconZoomInArea,
} from "@tabler/icons-react";
import type { Layout, LayoutAxis } from "plotly.js/lib/core";
import { memo, type ReactNode } from "react";
import { z } from "zod";
import { type LegendItem, LegendMark } from "../chart/legend.tsx";
import { createScale } from "../chart/scales.ts";
import { tableCsv } from "../csv.ts";
import type { Range } from "../model/ranges.ts";
import { type PlotFiles, PlotTools } from "../plot-tools.tsx";
import type { AnalysisFigure, FigureKind, PointReference } from "./analysis-figure.ts";
import { FILE_LEGEND } from "./axis-theme.ts";
import { renderFigureSvg } from "./drawn-plot.ts";
import type { Drawing } from "./figure-canvas.tsx";
import { paintRasterFile } from "./raster-layer.tsx";
import type { Plotly } from "./use-plotly.ts";

/** The effect of a drag over the plot; with false it has none, so that a finger scrolls the page. */
export type DragMode = "zoom" | "pan" | "select" | "lasso" | "turntable" | false;

const ZOOM_MODE = { mode: "zoom", label: "Zoom", Icon: IconZoomInArea, isForSelection: false } as const;
const MOVE_MODE = { mode: "pan", label: "Move", Icon: IconArrowsMove, isForSelection: false } as const;
const READ_MODE = {
  mode: false,
  label: "Read values only",
  Icon: IconPointer,
  isForSelection: false,
} as const;
const DRAG_MODES = {
  axes: [
    ZOOM_MODE,
    MOVE_MODE,
    { mode: "select", label: "Select in a box", Icon: IconMarquee2, isForSelection: true },
    { mode: "lasso", label: "Select with a lasso", Icon: IconLasso, isForSelection: true },
    READ_MODE,
  ],
  scene: [
    { mode: "turntable", label: "Turn", Icon: IconRotate360, isForSelection: false },
    ZOOM_MODE,
    MOVE_MODE,
    READ_MODE,
  ],
  parallel: [],
} as const satisfies Record<FigureKind, readonly object[]>;

/** Returns the chosen mode, or the first one of figures of this kind where they do not have it. */
export function chooseMode(kind: FigureKind, chosen: DragMode): DragMode {
  const modes = DRAG_MODES[kind].map(({ mode }) => mode);
  return modes.find((mode) => mode === chosen) ?? modes[0] ?? false;
}

type DrawingModesProps = {
  label: string;
  kind: FigureKind;
  mode: DragMode;
  isSelectable: boolean;
  onMode: (mode: DragMode) => void;
};

/** A menu that chooses the effect of a drag over the plot. */
function DrawingModes({ label, kind, mode: chosen, isSelectable, onMode }: DrawingModesProps) {
  const modes = DRAG_MODES[kind].filter(({ isForSelection }) => isSelectable || !isForSelection);
  const chosenMode = modes.find(({ mode }) => mode === chosen);
  if (chosenMode === undefined) return null;
  const { Icon: ChosenIcon, label: chosenLabel } = chosenMode;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="sm"
          title={`Dragging: ${chosenLabel}`}
          aria-label={`Choose what dragging does: ${label}`}
        >
          <ChosenIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {modes.map(({ mode, label: name, Icon }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={16} />}
            {...(mode === chosen && { fw: 600 })}
            onClick={() => onMode(mode)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type LegendTogglesProps = {
  items: readonly LegendItem[];
  /** The places of the traces that are not drawn. */
  hidden: ReadonlySet<number>;
  onToggle: (trace: number) => void;
};

/** A legend that hides and shows the traces. Outside the plot, so that it does not change the plot's size. */
export function LegendToggles({ items, hidden, onToggle }: LegendTogglesProps) {
  return (
    <Group component="ul" className="legend" gap="4px 16px">
      {items.map(({ label, color, kind }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: traces keep their order, and two may have one name
        <li key={at}>
          <UnstyledButton
            className="legend-item legend-toggle"
            aria-pressed={!hidden.has(at)}
            onClick={() => onToggle(at)}
          >
            <LegendMark color={color} kind={kind} />
            {label}
          </UnstyledButton>
        </li>
      ))}
    </Group>
  );
}

/** The picture of painted points, stretched over the axes of a file. */
function drawRasterImage(
  raster: NonNullable<AnalysisFigure["raster"]>,
  drawing: Drawing,
  { width, height }: { readonly width: number; readonly height: number },
): NonNullable<Layout["images"]>[number] {
  const { xaxis, yaxis } = drawing.layout;
  const range = { x: readRange(xaxis), y: readRange(yaxis) };
  const place = {
    x: createScale({ type: "linear", range: range.x }, [0, width]),
    y: createScale({ type: "linear", range: range.y }, [height, 0]),
  };
  const area = { left: 0, right: width, top: 0, bottom: height, place };
  return {
    source: paintRasterFile(raster, drawing, area),
    ...{ xref: "paper", yref: "paper", x: 0, y: 1, sizex: 1, sizey: 1, sizing: "stretch", layer: "above" },
  };
}

const numberRange = z.tuple([z.number(), z.number()]).catch([0, 1]);
const readRange = (axis: Partial<LayoutAxis> | undefined): Range => numberRange.parse(axis?.range);

/** In a file each trace may need a row of its own. */
const LEGEND_ROW_PX = 20;

type FigureToolsProps = {
  figure: AnalysisFigure;
  label: string;
  plotly: Plotly;
  drawing: Drawing;
  selected: readonly PointReference[] | null;
  mode: DragMode;
  /** Its width is that of the drawing. */
  frame: React.RefObject<HTMLElement | null>;
  minWidth: number;
  height: number;
  onMode: (mode: DragMode) => void;
  onReset: () => void;
  tools: ReactNode;
};

/**
 * The tools of the plot; a hover leaves them alone. Files show the traces that are not hidden, with the legend, which on the page stands
 * below the plot.
 */
export const FigureTools = memo(function FigureTools(props: FigureToolsProps) {
  const { figure, label, plotly, drawing, selected, mode, frame, minWidth, height, onMode, onReset, tools } =
    props;
  const hasLegend = figure.legend.length > 0;
  const size = () => ({
    width: Math.max(minWidth, frame.current?.clientWidth ?? 0),
    height: height + (hasLegend ? LEGEND_ROW_PX * figure.legend.length : 0),
  });
  const files: PlotFiles = {
    svg: () =>
      renderFigureSvg(
        plotly,
        drawing.data,
        {
          ...drawing.layout,
          ...(hasLegend && FILE_LEGEND),
          ...(figure.raster !== undefined && { images: [drawRasterImage(figure.raster, drawing, size())] }),
        },
        size(),
      ),
    csv: () => tableCsv(figure.table(null)),
    size,
  };
  // A row is one point in each panel of a figure of several.
  const selectedTable = selected && figure.table(selected);
  const selection = selectedTable && {
    count: selectedTable.rows.length,
    csv: () => tableCsv(selectedTable),
  };
  return (
    <PlotTools label={label} onReset={onReset} files={files} selection={selection}>
      {tools}
      <DrawingModes {...{ label, mode, onMode }} kind={figure.kind} isSelectable={figure.isSelectable} />
    </PlotTools>
  );
});
