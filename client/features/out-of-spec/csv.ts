import type { FailingRegion, FalseAlarms, OutOfSpecPoint } from "@understudy/shared/api/out-of-spec.ts";
import { nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { exactShownValue, NO_UNIT, type ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { type DesignValue, expandColumns, inputLook, type Looks } from "#designs/quantities.ts";
import { tableCsv } from "#plots/csv.ts";
import { boundsText } from "./region-text.ts";

type Cell = number | string | null;
type Inputs = Readonly<Record<string, DesignValue>>;

const convertToUnit = (value: Cell | undefined, unit: ShownUnit): Cell =>
  typeof value === "number" ? exactShownValue(value, unit) : (value ?? null);

/** Header and cells of the variables. @param looks whose units the values are in; null: as stored */
function inputCells(first: Inputs | undefined, looks: Looks | null) {
  const names = Object.keys(expandColumns(first ?? {}));
  const findUnit = (name: string) => (looks === null ? NO_UNIT : inputLook(looks, name).unit);
  return {
    header: names.map((name) => nameWithUnit(name, findUnit(name).text)),
    cells: (inputs: Inputs): Cell[] => {
      const columns = expandColumns(inputs);
      return names.map((name) => convertToUnit(columns[name], findUnit(name)));
    },
  };
}

/** The designs of the overview, one a line. */
export function pointsCsv(points: readonly OutOfSpecPoint[], looks: Looks | null): string {
  const { header, cells } = inputCells(points[0]?.inputs, looks);
  return tableCsv({
    header: ["score", "score_lower", "score_upper", "class", ...header, "simulation"],
    rows: points.map((point) => [
      point.score,
      point.lower_bound,
      point.upper_bound,
      point.class,
      ...cells(point.inputs),
      point.simulation_id,
    ]),
  });
}

/** The regions, one a line, each with its worst design. */
export function regionsCsv(
  regions: readonly FailingRegion[],
  looks: Looks | null,
  shownUnits: boolean,
): string {
  const { header, cells } = inputCells(regions[0]?.worst.inputs, shownUnits ? looks : null);
  return tableCsv({
    header: [
      "region",
      "where",
      "share_of_box_that_fails",
      "volume",
      "volume_lower",
      "volume_upper",
      "probability",
      "probability_lower",
      "probability_upper",
      "confirmed",
      "false_alarms",
      "worst_score",
      ...header,
    ],
    rows: regions.map(({ bounds, density, volume, probability, confirmed, refuted, worst }, at): Cell[] => [
      at + 1,
      boundsText(bounds, looks),
      density,
      volume.value,
      volume.lower,
      volume.upper,
      probability.value,
      probability.lower,
      probability.upper,
      confirmed,
      refuted,
      worst.score,
      ...cells(worst.inputs),
    ]),
  });
}

export const alarmsCsv = (alarms: FalseAlarms): string =>
  tableCsv({
    header: ["predicted", "out_of_spec", "in_spec", "share_wrong", "share_lower", "share_upper"],
    rows: [
      ["out of spec", alarms.confirmed, alarms.false_alarms, ...shareCells(alarms.false_alarm_share)],
      ["in spec", alarms.misses, alarms.confirmed_in_spec, ...shareCells(alarms.miss_share)],
    ],
  });

const shareCells = (share: FalseAlarms["miss_share"]): Cell[] =>
  share === null ? [null, null, null] : [share.value, share.lower, share.upper];
