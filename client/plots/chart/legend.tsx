import { Group } from "@mantine/core";
import { memo } from "react";
import { type JointBounds, jointText } from "../model/chart.ts";
import { PALE_OPACITY } from "./marks.tsx";
import "./legend.css";

export type LegendItem = {
  readonly label: string;
  readonly color: string;
  readonly kind: "line" | "dashes" | "dots" | "band" | "point" | "disc" | "pale";
};

/** A picture of how the thing is drawn. */
export function LegendMark({ color, kind }: Pick<LegendItem, "color" | "kind">) {
  return (
    <svg width="22" height="12" viewBox="0 0 22 12" aria-hidden="true" focusable="false">
      {kind === "line" && <line x1="0" y1="6" x2="22" y2="6" stroke={color} strokeWidth="2" />}
      {kind === "pale" && (
        <line x1="0" y1="6" x2="22" y2="6" stroke={color} strokeWidth="2" opacity={PALE_OPACITY} />
      )}
      {kind === "dashes" && (
        <line x1="0" y1="6" x2="22" y2="6" stroke={color} strokeWidth="2" strokeDasharray="6 3" />
      )}
      {kind === "dots" && (
        <line x1="1" y1="6" x2="22" y2="6" stroke={color} strokeWidth="2" strokeDasharray="2 4" />
      )}
      {kind === "band" && <rect width="22" height="12" fill={color} />}
      {kind === "disc" && <circle cx="11" cy="6" r="4" fill={color} />}
      {kind === "point" && <circle cx="11" cy="6" r="4" fill="none" stroke={color} strokeWidth="2" />}
    </svg>
  );
}

const isSame = (item: LegendItem, previous: LegendItem | undefined): boolean =>
  item.label === previous?.label && item.color === previous.color && item.kind === previous.kind;

type LegendProps = { items: readonly LegendItem[] };
const isUnchanged = ({ items: before }: LegendProps, { items }: LegendProps): boolean =>
  before.length === items.length && items.every((item, at) => isSame(item, before[at]));

/** The legend of a plot. Outside the plot, so that it does not change the plot's size. */
export const Legend = memo(function Legend({ items }: LegendProps) {
  return (
    <Group component="ul" className="legend" gap="4px 16px">
      {items.map(({ label, color, kind }) => (
        <li key={label} className="legend-item">
          <LegendMark color={color} kind={kind} />
          {label}
        </li>
      ))}
    </Group>
  );
}, isUnchanged);

/** The legend of an accuracy along a curve, on the log scale too for an output over decades. */
export const accuracyLegend = ({ prediction }: { prediction: string }, hasLog: boolean): LegendItem[] => [
  { label: hasLog ? "Accuracy on the linear scale" : "Accuracy", color: prediction, kind: "line" },
  ...(hasLog ? [{ label: "On the log scale", color: prediction, kind: "dots" } as const] : []),
];

/** The legend of pale lines. */
export const farLegend = ({ prediction }: { prediction: string }): LegendItem => ({
  label: "Faded: far from the training data",
  color: prediction,
  kind: "pale",
});

/**
 * The legend of an emulator's answer, beside the row of the data that it is compared with.
 * @param rowKind as the row is drawn: a curve by dots, a number by a point
 */
export function predictionLegend(
  palette: { prediction: string; band: string; actual: string },
  showUncertainties: boolean,
  row: string | null,
  rowKind: "dots" | "point",
  joint: JointBounds = null,
): LegendItem[] {
  return [
    { label: "Emulator", color: palette.prediction, kind: "line" },
    ...(showUncertainties
      ? [
          {
            label: `95% bounds${jointText(joint)}`,
            color: palette.band,
            kind: "band",
          } as const,
        ]
      : []),
    ...(row === null ? [] : [{ label: row, color: palette.actual, kind: rowKind }]),
  ];
}
