import type { ChartTable } from "../chart/chart.ts";
import type { Figure } from "./figure.ts";

type Cell = number | string | null;
const cellOf = (value: unknown): Cell =>
  typeof value === "number" || typeof value === "string" ? value : null;
const listOf = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values : []);

const textOf = (title: unknown): string =>
  typeof title === "object" && title !== null && "text" in title && typeof title.text === "string"
    ? title.text.replaceAll("<br>", " ")
    : "";

/** The points of a figure, one a line; what is drawn only as a background is left out. */
export function figureTable({ data, layout }: Figure): ChartTable {
  const shown = data.filter(({ hoverinfo, visible }) => hoverinfo !== "skip" && visible !== false);
  const hasHeights = shown.some(({ z }) => z !== undefined);
  return {
    header: [
      "series",
      textOf(layout.xaxis?.title) || "x",
      textOf(layout.yaxis?.title) || "y",
      ...(hasHeights ? ["value"] : []),
    ],
    rows: shown.flatMap(({ name, x, y, z }, at) => {
      const series = name ?? String(at + 1);
      const [across, up] = [listOf(x), listOf(y)];
      if (z === undefined) return across.map((value, point) => [series, cellOf(value), cellOf(up[point])]);
      return listOf(z).flatMap((row, line) =>
        listOf(row).map((value, column) => [series, cellOf(across[column]), cellOf(up[line]), cellOf(value)]),
      );
    }),
  };
}
