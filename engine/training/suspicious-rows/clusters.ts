/** Tells rows that lie together from rows that are spread by chance. */

/** The rows that must have one of the set as a neighbour: so many, this share of the set, and several times more than by chance. */
interface Evidence {
  rows: number;
  share: number;
}
const IN_SPACE: Evidence = { rows: 2, share: 0.4 };
/** Along one of several inputs, some rows are neighbours by chance. */
const ALONG_INPUT: Evidence = { rows: 4, share: 0.5 };
const TIMES_CHANCE = 4;

interface Inputs {
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
  width: number;
  count: number;
}

/**
 * The rows of a set that are neighbours of each other far more often than chance makes them, in the space of the inputs or along one of
 * them: there the function has a peak, a ridge or a jump that the data do not resolve. Gross errors have no place in the inputs.
 *
 * @param signs of each row, that of its residual: only neighbours of the same sign count
 */
export function clusteredRows(rows: Int32Array, signs: Float64Array, inputs: Inputs): Set<number> {
  const { width, count } = inputs;
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
  for (let feature = 0; feature < width; feature++) {
    const values = inputs.inputs.subarray(feature * count, (feature + 1) * count);
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
  { inputs, width, count }: Inputs,
  row: number,
  most: number,
  isLeftOut: (row: number) => boolean = () => false,
): number[] {
  const distances = new Float64Array(count);
  for (let at = 0; at < width * count; at += count) {
    const here = inputs[at + row];
    for (let other = 0; other < count; other++) distances[other] += (inputs[at + other] - here) ** 2;
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
