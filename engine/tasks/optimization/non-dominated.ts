/** The non-dominated points where several goals count; all goals are maximised. */

export interface RatedGoals {
  readonly goals: readonly number[];
  /** 0 where the point is feasible. */
  readonly violation: number;
}

/**
 * Compares two points: a feasible point dominates an infeasible one; of two feasible points one dominates if it is nowhere worse and
 * somewhere better.
 * @param point larger goals are better
 * @param reference the point that it is compared with
 */
export function dominates(point: RatedGoals, reference: RatedGoals): boolean {
  if (point.violation !== reference.violation) return point.violation < reference.violation;
  let isBetter = false;
  for (let g = 0; g < point.goals.length; g++) {
    if (point.goals[g] < reference.goals[g]) return false;
    if (point.goals[g] > reference.goals[g]) isBetter = true;
  }
  return isBetter;
}

/**
 * Finds the points that no other dominates, ascending in the first goal. While none is feasible, it finds those with the smallest
 * violation. It takes O(n log n) for two goals (H. T. Kung, F. Luccio and F. Preparata, 1975, "On finding the maxima of a set of vectors"),
 * and O(n times the front's size) for more.
 * @param points larger goals are better
 * @returns indices of the points
 */
export function findNonDominated(points: readonly RatedGoals[]): number[] {
  const leastViolation = points.reduce(
    (most, { violation }) => Math.min(most, violation),
    Number.POSITIVE_INFINITY,
  );
  const candidates = Array.from(points.keys()).filter(
    (i) => points[i].violation === leastViolation && hasScores(points[i]),
  );
  // In descending lexicographic order no point is dominated by one that follows it.
  candidates.sort((a, b) => compare(points[b].goals, points[a].goals) || a - b);
  const goals = points[0]?.goals.length ?? 0;
  const front: number[] = [];
  let highestSecondGoal = Number.NEGATIVE_INFINITY;
  for (const i of candidates) {
    const previous = front.at(-1);
    if (previous !== undefined && compare(points[previous].goals, points[i].goals) === 0) continue;
    if (goals <= 2) {
      const secondGoal = points[i].goals[1] ?? 0;
      if (front.length > 0 && secondGoal <= highestSecondGoal) continue;
      highestSecondGoal = secondGoal;
    } else if (front.some((member) => dominates(points[member], points[i]))) continue;
    front.push(i);
  }
  return front.reverse();
}

const hasScores = ({ goals }: RatedGoals): boolean => goals.every((goal) => goal > Number.NEGATIVE_INFINITY);

function compare(goals: readonly number[], otherGoals: readonly number[]): number {
  for (let g = 0; g < goals.length; g++) {
    if (goals[g] !== otherGoals[g]) return goals[g] - otherGoals[g];
  }
  return 0;
}
