/** Curves with one column a point: `id_0 ... id_40`, `y[0] ... y[40]`, and over the quantities in the names `Id@0V ... Id@1V`. */

import { writtenUnit } from "../quantities/shown-unit.ts";
import { typedNumber, unitOfNumber } from "../quantities/typed-number.ts";

/** Fewer numbered columns may be outputs of their own: `gain_1`, `gain_2`. */
const MIN_POINTS = 8;

/** The quantity that the points of a curve are at, in its unit without a prefix. */
export type CurveCoordinate = {
  readonly name: string;
  /** True: the headers name the quantity, as `Id@Vg=0.1V` does; false: the name is made from that of the curve. */
  readonly isNamed: boolean;
  readonly unit: string;
  /** One value for each point, ascending. */
  readonly values: readonly number[];
};

export type ColumnCurve = {
  /** The names of the columns begin with it. */
  readonly name: string;
  /** Their places in the file, from 0, in ascending order of their numbers. */
  readonly columns: readonly number[];
  /** Null where the numbers only count the points. */
  readonly coordinate: CurveCoordinate | null;
};

/** A name that ends in a number: a counter of points, or a quantity with a unit. */
type NumberedName = {
  readonly stem: string;
  readonly number: number;
  readonly quantity: Pick<CurveCoordinate, "name" | "isNamed" | "unit"> | null;
};

type Run = { readonly first: NumberedName; readonly columns: number[]; readonly numbers: number[] };

/**
 * Finds sets of at least MIN_POINTS columns whose names differ only in a number: one that grows by the same step from each column to the
 * next, or a quantity with a unit that only grows or only falls. Columns of several curves may take turns: `id_0, ig_0, id_1, ig_1`.
 */
export function findColumnCurves(names: readonly string[]): ColumnCurve[] {
  const curves = findRuns(names, readQuantityName);
  const joined = new Set(curves.flatMap(({ columns }) => columns));
  // `Id_0V1 ... Id_0V9` also read as quantities, each with a unit of its own: these columns are counted.
  curves.push(...findRuns(names, (name, at) => (joined.has(at) ? null : readCountedName(name))));
  return curves.toSorted((a, b) => Math.min(...a.columns) - Math.min(...b.columns));
}

function findRuns(
  names: readonly string[],
  readName: (name: string, at: number) => NumberedName | null,
): ColumnCurve[] {
  const runs = new Map<string, Run>();
  const curves: ColumnCurve[] = [];
  const end = (key: string): void => {
    const run = runs.get(key);
    if (run !== undefined && run.columns.length >= MIN_POINTS) curves.push(createCurve(run));
    runs.delete(key);
  };
  names.forEach((text, at) => {
    const numbered = readName(text, at);
    if (numbered === null) return;
    const key = JSON.stringify([numbered.stem, numbered.quantity]);
    const run = runs.get(key);
    if (run !== undefined && continues(run, numbered.number)) {
      run.columns.push(at);
      run.numbers.push(numbered.number);
      return;
    }
    end(key);
    runs.set(key, { first: numbered, columns: [at], numbers: [numbered.number] });
  });
  for (const key of [...runs.keys()]) end(key);
  return curves;
}

function continues({ first: { quantity }, numbers }: Run, number: number): boolean {
  const [earlier, last] = [numbers.at(-2), numbers.at(-1) ?? number];
  const step = number - last;
  if (quantity === null) return step > 0 && (earlier === undefined || step === last - earlier);
  return step !== 0 && (earlier === undefined || step > 0 === last > earlier);
}

function createCurve({ first: { stem, quantity }, columns, numbers }: Run): ColumnCurve {
  const isFalling = (numbers.at(-1) ?? 0) < (numbers[0] ?? 0);
  return {
    name: stem,
    columns: isFalling ? columns.toReversed() : columns,
    coordinate:
      quantity === null ? null : { ...quantity, values: isFalling ? numbers.toReversed() : numbers },
  };
}

/**
 * Gives curves over the same values of a quantity one coordinate, with a name that no column has. Curves whose headers name different
 * quantities never share one: Id over Vg and Ig over Vd may well have the same voltages.
 */
export function shareCoordinates(
  curves: readonly ColumnCurve[],
  free: (name: string) => string,
): ColumnCurve[] {
  const shared = new Map<string, CurveCoordinate>();
  return curves.map((curve) => {
    if (curve.coordinate === null) return curve;
    const { name, isNamed, unit, values } = curve.coordinate;
    const key = JSON.stringify([isNamed ? name : null, unit, values]);
    const coordinate = shared.get(key) ?? { name: free(name), isNamed, unit, values };
    shared.set(key, coordinate);
    return { ...curve, coordinate };
  });
}

/** Writes the columns as "Columns id_0 to id_40". */
export const curveColumnsText = ({ columns }: ColumnCurve, names: readonly string[]): string =>
  `Columns ${names[columns[0] ?? 0]} to ${names[columns.at(-1) ?? 0]}`;

function readCountedName(name: string): NumberedName | null {
  const [, stem, index] = /^(.*?[^\d.,+-])[\s_.-]*[[(]?(\d{1,5})[\])]?$/.exec(name) ?? [];
  const bare = stem?.replace(/[\s_.[(-]+$/, "") ?? "";
  return bare === "" ? null : { stem: bare, number: Number(index), quantity: null };
}

/**
 * Reads `Id@0.1V`, `gain_10kHz`, `S21 (2.4 GHz)` and `Id@Vg=0.1V`, which names the quantity. The last number counts, as in
 * `Id@Vd=0.05V_Vg=0.1V`; a blank before three digits groups them: `gain 1 000 Hz`.
 */
function readQuantityName(name: string): NumberedName | null {
  const [, start = "", separator = "", text = ""] =
    /^(.*[^\s_@([=])(?!(?<=\d)\s\d{3}(?!\d))([\s_@([=]+)([+−-]?[\d.][^)\]]*)[)\]]?$/u.exec(name) ?? [];
  const unit = text === "" ? "" : (unitOfNumber(text) ?? "");
  const number = unit === "" ? null : typedNumber(text, { shown: writtenUnit(unit) });
  if (number === null) return null;
  const [, stem, quantityName] = separator.includes("=")
    ? (/^(.*?[^\s_@([])[\s_@([]+([^\s_@([]+)$/u.exec(start) ?? [])
    : [];
  return {
    stem: stem ?? start,
    number,
    quantity: { name: quantityName ?? `${start}_at`, isNamed: quantityName !== undefined, unit },
  };
}
