/** Tells rows that lie together from rows that are spread by chance. */
import type { Matrix } from "../../math/matrix.ts";

/** The rows that must have one of the set as a neighbour: so many, this share of the set, and several times more than by chance. */
interface Evidence {
  rows: number;
  share: number;
}
const IN_SPACE: Evidence = { rows: 2, share: 0.4 };
/** Along one of several inputs, some rows are neighbours by chance. */
const ALONG_INPUT: Evidence = { rows: 4, share: 0.5 };
const TIMES_CHANCE = 4;

/**
 * The rows of a set that are neighbours of each other far more often than chance makes them, in the space of the inputs or along one of
 * them: there the function has a peak, a ridge or a jump that the data do not resolve. Gross errors have no place in the inputs.
 *
 * @param signs of each row, that of its residual: only neighbours of the same sign count
 * @param inputs features x rows, standardised
 */
export function clusteredRows(rows: Int32Array, signs: Float64Array, inputs: Matrix): Set<number> {
  const { columns: count } = inputs;
  const members = new Set(rows);
  const isAlike = (row: number, other: number | undefined) =>
    other !== undefined && members.has(other) && signs[row] === signs[other];
  const clustered = new Set<number>();
  const addLinked = (evidence: Evidence, isLinked: (row: number) => boolean) => {
    const linked = rows.filter(isLinked);
    const chance = (rows.length * rows.length) / count;
    const needed = Math.max(evidence.rows, evidence.share * rows.length);
    const isTogether = linked.length >= needed && linked.length > TIMES_CHANCE * chance;
    if (isTogether) for (const row of linked) clustered.add(row);
  };
  addLinked(IN_SPACE, (row) => isAlike(row, nearestRows(inputs, row, 1)[0]));
  for (const values of inputs.rowViews()) {
    const order = Int32Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
    const place = new Int32Array(count);
    order.forEach((row, at) => {
      place[row] = at;
    });
    addLinked(
      ALONG_INPUT,
      (row) => isAlike(row, order[place[row] - 1]) || isAlike(row, order[place[row] + 1]),
    );
  }
  return clustered;
}

/** The nearest other rows, at most `most`, in the order of their numbers. @param isLeftOut rows that do not count */
export function nearestRows(
  inputs: Matrix,
  row: number,
  most: number,
  isLeftOut: (row: number) => boolean = () => false,
): number[] {
  const distances = new Float64Array(inputs.columns);
  for (const values of inputs.rowViews()) {
    const here = values[row];
    for (let other = 0; other < values.length; other++) distances[other] += (values[other] - here) ** 2;
  }
  const isCandidate = (other: number) => other !== row && !isLeftOut(other);
  const sorted = distances.filter((_, other) => isCandidate(other)).sort();
  const reach = sorted[Math.min(most, sorted.length) - 1];
  const near: number[] = [];
  distances.forEach((distance, other) => {
    if (distance <= reach && near.length < most && isCandidate(other)) near.push(other);
  });
  return near;
}
