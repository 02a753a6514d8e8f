/** The designs of the overview as columns of values, as they are drawn. */
import type {
  BoxBound,
  FailingRegion,
  OutOfSpec,
  OutOfSpecPoint,
} from "@understudy/shared/api/out-of-spec.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { expandColumns, inputLook, type Looks } from "#designs/quantities.ts";
import type { DesignColumn } from "#plots/analysis/design-space.ts";
import type { CloudBox } from "#plots/analysis/point-cloud.ts";
import type { Range } from "#plots/model/ranges.ts";

/** Returns the columns by name: each element of a Vector is a column. */
export function designColumns(
  points: readonly OutOfSpecPoint[],
  looks: Looks | null,
): ReadonlyMap<string, DesignColumn> {
  const all = points.map(({ inputs }) => expandColumns(inputs));
  return new Map(
    Object.keys(all[0] ?? {}).map((name) => {
      const { display, unit } = inputLook(looks, name);
      const values = all.map((point) => {
        const value = point[name] ?? null;
        return typeof value === "number" ? value / unit.multiplier : value;
      });
      const definition = looks?.inputs.find((input) => input.name === name);
      const { min = null, max = null } = definition ?? {};
      const range: Range | null =
        min === null || max === null ? null : [min / unit.multiplier, max / unit.multiplier];
      return [name, { name: display, unit: unit.text, shown: unit, values, range }] as const;
    }),
  );
}

const formatColumnName = ({ name, element }: BoxBound): string =>
  element === null ? name : elementName(name, element);

/** The columns that the regions' bounds name, those of most regions first, then the others. */
export function columnsByUse(
  columns: ReadonlyMap<string, DesignColumn>,
  regions: OutOfSpec["regions"],
): string[] {
  const uses = new Map([...columns.keys()].map((name) => [name, 0]));
  for (const { bounds, core } of regions)
    for (const bound of [...bounds, ...(core?.bounds ?? [])]) {
      const name = formatColumnName(bound);
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  return [...columns.keys()].sort((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0));
}

/** A region's box along some columns, in shown values. */
export function computeBox(
  region: Pick<FailingRegion, "bounds"> | null,
  names: readonly string[],
  columns: ReadonlyMap<string, DesignColumn>,
): CloudBox | null {
  if (region === null) return null;
  return names.map((name): Range | null => {
    const bound = region.bounds.find((candidate) => formatColumnName(candidate) === name);
    const column = columns.get(name);
    if (bound === undefined || column === undefined || bound.options !== null) return null;
    const { multiplier } = column.shown;
    const [low, high] = column.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return [
      bound.lower === null ? low : bound.lower / multiplier,
      bound.upper === null ? high : bound.upper / multiplier,
    ];
  });
}
