/** Which of several points are as good as it gets when more than one goal counts. All goals are maximised. */

export interface Valued {
  readonly goals: readonly number[];
  /** 0 where the point is feasible. */
  readonly violation: number;
}

/** Feasible first; of two feasible points the one that is nowhere worse and somewhere better. */
export function dominates(one: Valued, other: Valued): boolean {
  if (one.violation !== other.violation) return one.violation < other.violation;
  let isBetter = false;
  for (let g = 0; g < one.goals.length; g++) {
    if (one.goals[g] < other.goals[g]) return false;
    if (one.goals[g] > other.goals[g]) isBetter = true;
  }
  return isBetter;
}

/**
 * The indices of the points that no other dominates, ascending in the first goal. While none is feasible, those that fall
 * short least. O(n log n) for two goals (H. T. Kung, F. Luccio and F. Preparata, 1975), O(n times the front's size) for more.
 */
export function nonDominated(points: readonly Valued[]): number[] {
  const least = points.reduce((most, { violation }) => Math.min(most, violation), Number.POSITIVE_INFINITY);
  const candidates = Array.from(points.keys()).filter(
    (i) => points[i].violation === least && isSound(points[i]),
  );
  // Descending, lexicographically: no point is dominated by one that follows it.
  candidates.sort((a, b) => compare(points[b].goals, points[a].goals) || a - b);
  const goals = points[0]?.goals.length ?? 0;
  const front: number[] = [];
  let second = Number.NEGATIVE_INFINITY;
  for (const i of candidates) {
    const previous = front.at(-1);
    if (previous !== undefined && compare(points[previous].goals, points[i].goals) === 0) continue;
    if (goals <= 2) {
      const own = points[i].goals[1] ?? 0;
      if (front.length > 0 && own <= second) continue;
      second = own;
    } else if (front.some((other) => dominates(points[other], points[i]))) continue;
    front.push(i);
  }
  return front.reverse();
}

const isSound = ({ goals }: Valued): boolean => goals.every((goal) => goal > Number.NEGATIVE_INFINITY);

function compare(one: readonly number[], other: readonly number[]): number {
  for (let g = 0; g < one.length; g++) {
    if (one[g] !== other[g]) return one[g] - other[g];
  }
  return 0;
}
