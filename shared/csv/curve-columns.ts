/** Curves with one column a point: `id_0 ... id_40`, `y[0] ... y[40]`. */

/** Fewer numbered columns may be outputs of their own: `gain_1`, `gain_2`. */
const MIN_POINTS = 8;

export type ColumnCurve = {
  /** What the columns' names begin with. */
  readonly name: string;
  /** Where the first of them stands, from 0, and how many there are. */
  readonly start: number;
  readonly length: number;
};

/** Runs of at least MIN_POINTS neighbouring columns whose names differ only in a number that counts by one. */
export function findColumnCurves(names: readonly string[]): ColumnCurve[] {
  const numbered = names.map(numberedName);
  const curves: ColumnCurve[] = [];
  let start = 0;
  for (let at = 1; at <= names.length; at++) {
    const [before, next] = [numbered[at - 1], numbered[at]];
    const goesOn =
      before != null && next != null && next.stem === before.stem && next.index === before.index + 1;
    if (goesOn) continue;
    const length = at - start;
    const stem = numbered[start]?.stem;
    if (stem !== undefined && length >= MIN_POINTS) curves.push({ name: stem, start, length });
    start = at;
  }
  return curves;
}

/** As "Columns id_0 to id_40". */
export const curveColumnsText = ({ start, length }: ColumnCurve, names: readonly string[]): string =>
  `Columns ${names[start]} to ${names[start + length - 1]}`;

type NumberedName = { readonly stem: string; readonly index: number };

function numberedName(name: string): NumberedName | null {
  const [, stem, index] = /^(.*?[^\d.,+-])[\s_.-]*[[(]?(\d{1,5})[\])]?$/.exec(name) ?? [];
  const bare = stem?.replace(/[\s_.[(-]+$/, "") ?? "";
  return bare === "" ? null : { stem: bare, index: Number(index) };
}
