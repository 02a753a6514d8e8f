import type { PredictedDesign } from "@understudy/shared/api/optimization.ts";
import { columnTitle } from "@understudy/shared/quantities/quantity-text.ts";
import { SpecBadge } from "#designs/design-card.tsx";
import { specState } from "#designs/design-text.ts";
import { expandColumns, inputLook, type Looks, outputLook, scoreText } from "#designs/quantities.ts";
import { formatTyped } from "#designs/values.ts";
import type { Column } from "#ui/data-table.tsx";
import tables from "#ui/tables.module.css";

/** `rank` 0 is the best. */
export type RankedDesign = { readonly rank: number; readonly design: PredictedDesign };

/** The warnings of a row, in a few words. */
export function flagsText({ at_limits, outside, is_far }: PredictedDesign): string {
  const flags = [
    at_limits.length > 0 ? "on a limit" : "",
    outside.length > 0 ? "outside the training range" : "",
    is_far ? "far from training rows" : "",
  ].filter((flag) => flag !== "");
  return flags.length === 0 ? "–" : flags.join(", ");
}

const COLUMN_WIDTHS_PX = {
  rank: 64,
  score: 96,
  bounds: 150,
  spec: 196,
  flags: 230,
  number: 112,
  letter: 7.4,
  room: 26,
};
const computeWidth = (header: string) =>
  Math.max(COLUMN_WIDTHS_PX.number, header.length * COLUMN_WIDTHS_PX.letter + COLUMN_WIDTHS_PX.room);

const BOUNDS_COLUMN: Column<RankedDesign> = {
  key: "bounds",
  header: "95% bounds",
  align: "right",
  width: COLUMN_WIDTHS_PX.bounds,
  cell: ({ design: { lower_bound, upper_bound } }) =>
    lower_bound === null || upper_bound === null
      ? "–"
      : `${scoreText(lower_bound)} to ${scoreText(upper_bound)}`,
};

const SPEC_COLUMN: Column<RankedDesign> = {
  key: "spec",
  header: "In spec",
  width: COLUMN_WIDTHS_PX.spec,
  cell: ({ design }) => <SpecBadge design={design} />,
};

/** The columns of the table of local optima. @param onSelect called with a rank */
export function optimaColumns(
  rows: readonly RankedDesign[],
  looks: Looks | null,
  onSelect: (rank: number) => void,
): Column<RankedDesign>[] {
  const first = rows[0]?.design;
  const value = (
    kind: "input" | "output",
    name: string,
    pick: (design: PredictedDesign) => number | string | null | undefined,
  ): Column<RankedDesign> => {
    const { display, unit } = (kind === "input" ? inputLook : outputLook)(looks, name);
    const header = columnTitle(display, unit);
    const cell = ({ design }: RankedDesign) => {
      const picked = pick(design) ?? null;
      if (picked === null) return "–";
      return typeof picked === "number" ? formatTyped({ type: "Scalar", value: picked }, unit) : picked;
    };
    return { key: `${kind} ${name}`, header, align: "right", width: computeWidth(header), cell };
  };
  return [
    {
      key: "rank",
      header: "Rank",
      width: COLUMN_WIDTHS_PX.rank,
      cell: ({ rank }) => (
        <button type="button" className={tables.link} onClick={() => onSelect(rank)}>
          {rank + 1}
        </button>
      ),
    },
    {
      key: "score",
      header: "Score",
      align: "right",
      width: COLUMN_WIDTHS_PX.score,
      cell: ({ design }) => scoreText(design.score),
    },
    ...(first?.is_simulated ? [] : [BOUNDS_COLUMN]),
    ...(rows.some(({ design }) => specState(design) !== null) ? [SPEC_COLUMN] : []),
    ...Object.keys(first?.outputs ?? {}).map((name) =>
      value("output", name, ({ outputs }) => outputs[name]?.mean),
    ),
    ...Object.keys(expandColumns(first?.inputs ?? {})).map((name) =>
      value("input", name, ({ inputs }) => expandColumns(inputs)[name]),
    ),
    {
      key: "flags",
      header: "Notes",
      width: COLUMN_WIDTHS_PX.flags,
      cell: ({ design }) => <span title={flagsText(design)}>{flagsText(design)}</span>,
    },
  ];
}
