/**
 * What principal components leave of rows that they were not found from. With few rows the components were made for those
 * rows, and leave more of any other: cross-validation of the basis (Bro, Kjeldahl, Smilde and Kiers, 2008).
 */
import { gatherRows } from "../../dataset/table.ts";
import { principalComponents } from "../../math/principal-components.ts";
import { multiplyTransposed } from "../../math/products.ts";
import type { Random } from "../../math/random.ts";

const PARTS = 5;
/** With so many times as many rows as components these hardly depend on single rows. */
const MANY = 20;
/** Multiplications, about, that it may take. */
const MOST_WORK = 1e9;

/**
 * Each row (rows x size) less its projection on as many components of the other rows; null where there are so many rows
 * that it makes no difference, or would take too long.
 */
export function leftOutRemainder(
  values: Float64Array,
  rows: number,
  size: number,
  components: number,
  random: Random,
): Float64Array | null {
  if (size < 2 || components === 0 || rows < 4 || rows > MANY * components) return null;
  if (PARTS * rows * size * (components + 8) * 10 > MOST_WORK) return null;
  const remainder = new Float64Array(values.length);
  const parts = Math.min(PARTS, rows);
  for (let part = 0; part < parts; part++) {
    const isHere = (row: number): boolean => row % parts === part;
    const all = Int32Array.from({ length: rows }, (_, row) => row);
    const others = all.filter((row) => !isHere(row));
    const basis = basisOf(gatherRows(values, size, others), others.length, size, components, random);
    const own = all.filter(isHere);
    const count = basis.length / size;
    const data = gatherRows(values, size, own);
    const scores = new Float64Array(own.length * count);
    multiplyTransposed(data, basis, scores, own.length, count, size);
    own.forEach((row, i) => {
      for (let j = 0; j < size; j++) {
        let rest = data[i * size + j] ?? 0;
        for (let k = 0; k < count; k++) rest -= (scores[i * count + k] ?? 0) * (basis[k * size + j] ?? 0);
        remainder[row * size + j] = rest;
      }
    });
  }
  return remainder;
}

function basisOf(
  data: Float64Array,
  rows: number,
  size: number,
  components: number,
  random: Random,
): Float64Array {
  const work = principalComponents(data, rows, size, components, 1, random);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value.basis;
}
