/** Designs as points over two or three of their variables, in the colours of their classes. */
import { formatValue, fullText } from "@understudy/shared/quantities/quantity-text.ts";
import type { ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";
import type { CloudBox, CloudFigure, CloudGroup } from "./cloud-drawing.ts";
import { createPointCloud } from "./point-cloud.ts";

export type DesignColumn = {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly (number | string | null)[];
  readonly shown: ShownUnit;
  /** Within which it was varied, in shown values; null where that is not known, and for options. */
  readonly range: Range | null;
};
export type DesignClass = Pick<CloudGroup, "name" | "color" | "isHollow">;

type DesignSpace = {
  /** Two or three variables. */
  readonly columns: readonly DesignColumn[];
  readonly scores: readonly (number | null)[];
  /** The first lies lowest. */
  readonly classes: readonly DesignClass[];
  /** The index of each design's class in `classes`. */
  readonly classIndices: readonly number[];
  /** A region to be shaded. */
  readonly box: CloudBox | null;
  /** The design that is marked; null: none. */
  readonly chosen: number | null;
  /** Holds the designs. */
  readonly source: unknown;
};

export function createDesignSpace(
  { columns, scores, classes, classIndices, ...marks }: DesignSpace,
  palette: Palette,
): CloudFigure {
  const names = columns.map(({ name }) => name);
  const findClass = (at: number) => classes[classIndices[at] ?? 0];
  const countClass = (place: number) => classIndices.filter((index) => index === place).length;
  const formatDesignValue = ({ values, shown }: DesignColumn, at: number): string => {
    const value = values[at] ?? null;
    if (value === null) return "–";
    return typeof value === "number" ? fullText(value, shown) : value;
  };
  return createPointCloud(
    {
      axes: columns,
      groups: classes.map((designClass) => ({ ...designClass, opacity: 1 })),
      groupIndices: classIndices,
      ...marks,
      revision: `designs ${names.join(" ")}`,
      summary: `Designs over ${joinNames(names)}: ${classes.map(({ name }, place) => `${countClass(place)} ${name.toLowerCase()}`).join(", ")}.`,
      hasLegend: true,
      parts: (at) => [
        ...columns.map((column) => ({
          label: column.name,
          text: formatDesignValue(column, at),
          color: null,
        })),
        { label: "Score", text: formatScore(scores[at] ?? null), color: null },
        { label: findClass(at)?.name ?? "", text: "", color: findClass(at)?.color ?? null },
      ],
      table: (points) => ({
        header: [...columns.map(formatHeader), "score", "class"],
        rows: points.map((at) => [
          ...columns.map(({ values }) => values[at] ?? null),
          scores[at] ?? null,
          findClass(at)?.name ?? "",
        ]),
      }),
    },
    palette,
  );
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
const formatScore = (score: number | null): string => (score === null ? "–" : formatValue(score));
const formatHeader = ({ name, unit }: DesignColumn): string => (unit === "" ? name : `${name} (${unit})`);
