/**
 * The typed table an emulator is trained on: columns in memory, one row a run of the simulation.
 *
 * A *point* everywhere in the engine is a row of `inputs.length` numbers in the order of the inputs; a categorical
 * input is given as the code of its level (0 .. levels.length - 1). Points are stored row-major.
 */

export interface ContinuousColumn {
  kind: "continuous";
  name: string;
  /** One value a row. */
  values: Float64Array;
}

export interface CategoricalColumn {
  kind: "categorical";
  name: string;
  levels: readonly string[];
  /** One code a row, an index into `levels`. */
  codes: Int32Array;
}

export type InputColumn = ContinuousColumn | CategoricalColumn;

export interface OutputColumn {
  name: string;
  /** 1 for a scalar, the stored length for a vector (a curve). */
  size: number;
  /** rows x size, row-major. */
  values: Float64Array;
}

export interface Table {
  rows: number;
  inputs: readonly InputColumn[];
  outputs: readonly OutputColumn[];
}

/** The table with only the given rows, in the given order (a row may be repeated). */
export function selectRows(table: Table, rows: ArrayLike<number>): Table {
  return {
    rows: rows.length,
    inputs: table.inputs.map((input) =>
      input.kind === "continuous"
        ? { ...input, values: gatherRows(input.values, 1, rows) }
        : {
            ...input,
            codes: Int32Array.from(rows, (row) => input.codes[row]),
          },
    ),
    outputs: table.outputs.map((output) => ({
      ...output,
      values: gatherRows(output.values, output.size, rows),
    })),
  };
}

/** The given rows of a row-major matrix of `width` columns. */
export function gatherRows(values: Float64Array, width: number, rows: ArrayLike<number>): Float64Array {
  const gathered = new Float64Array(rows.length * width);
  if (width === 1) {
    for (let i = 0; i < rows.length; i++) gathered[i] = values[rows[i]];
    return gathered;
  }
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    gathered.set(values.subarray(row * width, (row + 1) * width), i * width);
  }
  return gathered;
}

/** Collects every row's inputs as points: rows x inputs.length, row-major. */
export function collectPoints(table: Table): Float64Array {
  const width = table.inputs.length;
  const points = new Float64Array(table.rows * width);
  table.inputs.forEach((input, column) => {
    const cells = input.kind === "continuous" ? input.values : input.codes;
    for (let row = 0; row < table.rows; row++) points[row * width + column] = cells[row];
  });
  return points;
}

/** The rows of `0 .. count - 1` that are not in `excluded`, ascending. */
export function remainingRows(count: number, excluded: ArrayLike<number>): Int32Array {
  const taken = new Uint8Array(count);
  for (let i = 0; i < excluded.length; i++) taken[excluded[i]] = 1;
  return rowsWhere(count, (row) => taken[row] === 0);
}

/** Lists the rows of `0 .. count - 1` that are wanted, ascending. */
export function rowsWhere(count: number, isWanted: (row: number) => boolean): Int32Array {
  const rows = new Int32Array(count);
  let rowCount = 0;
  for (let row = 0; row < count; row++) if (isWanted(row)) rows[rowCount++] = row;
  return rows.slice(0, rowCount);
}

/** All of them. */
export function everyRow(count: number): Int32Array {
  const rows = new Int32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

/** Returns at most `most` of the rows, evenly chosen. */
export function thinRows(rows: Int32Array, most: number): Int32Array {
  if (rows.length <= most) return rows;
  return Int32Array.from({ length: most }, (_, i) => rows[Math.floor((i * rows.length) / most)]);
}
