/** Curves with one column a point: `id_0 ... id_40`, `y[0] ... y[40]`. */

/** Fewer numbered columns may be outputs of their own: `gain_1`, `gain_2`. */
const MIN_POINTS = 8;

export type ColumnCurve = {
  /** The names of the columns begin with it. */
  readonly name: string;
  /** Their places in the file, from 0, in the order of their numbers. */
  readonly columns: readonly number[];
};

type Run = { readonly columns: number[]; last: number; step: number | null };

/**
 * Sets of at least MIN_POINTS columns whose names differ only in a number, which grows by the same step from one to the next. Columns of
 * several curves may take turns: `id_0, ig_0, id_1, ig_1`.
 */
export function findColumnCurves(names: readonly string[]): ColumnCurve[] {
  const runs = new Map<string, Run>();
  const curves: ColumnCurve[] = [];
  const end = (name: string): void => {
    const columns = runs.get(name)?.columns ?? [];
    if (columns.length >= MIN_POINTS) curves.push({ name, columns });
    runs.delete(name);
  };
  names.forEach((text, at) => {
    const numbered = numberedName(text);
    if (numbered === null) return;
    const { stem, index } = numbered;
    const run = runs.get(stem);
    const step = run === undefined ? 0 : index - run.last;
    if (run !== undefined && step > 0 && (run.step === null || run.step === step)) {
      run.columns.push(at);
      run.last = index;
      run.step = step;
      return;
    }
    end(stem);
    runs.set(stem, { columns: [at], last: index, step: null });
  });
  for (const name of [...runs.keys()]) end(name);
  return curves.toSorted((a, b) => (a.columns[0] ?? 0) - (b.columns[0] ?? 0));
}

/** Writes the columns as "Columns id_0 to id_40". */
export const curveColumnsText = ({ columns }: ColumnCurve, names: readonly string[]): string =>
  `Columns ${names[columns[0] ?? 0]} to ${names[columns.at(-1) ?? 0]}`;

type NumberedName = { readonly stem: string; readonly index: number };

function numberedName(name: string): NumberedName | null {
  const [, stem, index] = /^(.*?[^\d.,+-])[\s_.-]*[[(]?(\d{1,5})[\])]?$/.exec(name) ?? [];
  const bare = stem?.replace(/[\s_.[(-]+$/, "") ?? "";
  return bare === "" ? null : { stem: bare, index: Number(index) };
}
