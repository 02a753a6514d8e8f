/** Chooses among the tests that a change reaches where all of them would take too long. */
import { findKind, type Reach, type ReachedTest, type TestKind } from "./reach.ts";

export type ChosenTests = {
  readonly chosen: readonly string[];
  /** In the order in which they would have been next. */
  readonly leftOut: readonly string[];
  /** Reached pages and calls that no chosen test covers. */
  readonly uncovered: readonly string[];
};

export type ChoiceOptions = {
  readonly changed: readonly string[];
  /** Run whatever the change is. */
  readonly always: readonly string[];
  readonly budgetSeconds: number;
  readonly expectedSeconds: (file: string) => number;
};

/**
 * Unit tests next to the change come before the cover of pages and calls, up to this share of the budget. With a larger one,
 * a change of what everything imports would be tested by unit tests alone; with a smaller one, near unit tests would give way
 * to distant tests with servers.
 */
const UNIT_SHARE = 0.5;
/** At equal distance the test with less to start comes first. */
const START_RANKS: Readonly<Record<TestKind, number>> = { unit: 0, api: 1, live: 1, browser: 2 };

/**
 * Chooses, as far as the budget goes: tests that have changed, the cheapest first, of which the last may exceed the budget; unit
 * tests, for half of it; for each reached page and call one test that covers it, those first that cover most for their time; all others. Within
 * these groups the nearer test comes first, at equal distance the simpler kind, then the one whose name has more in common with
 * the changed paths. A test that no longer fits is left out for a shorter one that does.
 */
export function chooseTests({ tests, pages, routes }: Reach, options: ChoiceOptions): ChosenTests {
  const { changed, always, budgetSeconds, expectedSeconds } = options;
  const chosen = new Set(always);
  const uncovered = new Set([...pages, ...routes]);
  let seconds = sum(always.map(expectedSeconds));
  const take = ({ file, covers }: ReachedTest) => {
    for (const node of covers) uncovered.delete(node);
    if (chosen.has(file)) return;
    chosen.add(file);
    seconds += expectedSeconds(file);
  };
  const takeFitting = (test: ReachedTest, limit = budgetSeconds) => {
    if (seconds + expectedSeconds(test.file) <= limit) take(test);
  };
  for (const test of tests) if (chosen.has(test.file)) take(test);

  const changedTests = tests.filter(({ file }) => changed.includes(file));
  for (const test of changedTests.toSorted((a, b) => expectedSeconds(a.file) - expectedSeconds(b.file))) {
    if (seconds < budgetSeconds) take(test);
  }
  const ordered = orderByCloseness(tests, changed, expectedSeconds);
  for (const test of ordered) {
    if (findKind(test.file) === "unit") takeFitting(test, Math.max(seconds, budgetSeconds * UNIT_SHARE));
  }
  const candidates = new Set(ordered.filter(({ file, covers }) => covers.length > 0 && !chosen.has(file)));
  for (;;) {
    let best: { test: ReachedTest; gain: number } | null = null;
    for (const test of candidates) {
      const count = test.covers.filter((node) => uncovered.has(node)).length;
      const gain = count / expectedSeconds(test.file);
      const fits = seconds + expectedSeconds(test.file) <= budgetSeconds;
      if (fits && count > 0 && gain > (best?.gain ?? 0)) best = { test, gain };
    }
    if (best === null) break;
    take(best.test);
    candidates.delete(best.test);
  }
  for (const test of ordered) takeFitting(test);
  return {
    chosen: [...chosen],
    leftOut: ordered.map(({ file }) => file).filter((file) => !chosen.has(file)),
    uncovered: [...uncovered],
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function orderByCloseness(
  tests: readonly ReachedTest[],
  changed: readonly string[],
  expectedSeconds: (file: string) => number,
): ReachedTest[] {
  const similarity = measureSimilarity(
    tests.map(({ file }) => file),
    changed,
  );
  const rank = (file: string) => START_RANKS[findKind(file)];
  return tests.toSorted(
    (a, b) =>
      a.distance - b.distance ||
      rank(a.file) - rank(b.file) ||
      (similarity.get(b.file) ?? 0) - (similarity.get(a.file) ?? 0) ||
      expectedSeconds(a.file) - expectedSeconds(b.file),
  );
}

/** Splits a path into words, in the singular, without its first two folders, which are the same for many files. */
const splitWords = (path: string): string[] =>
  path
    .split("/")
    .slice(2)
    .join("/")
    .replace(/(\.test)?\.\w+$/, "")
    .split(/[^a-z0-9]+/i)
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => word !== "");

/** Measures what names of tests have in common with the changed paths: each word of both counts 1 over how many tests have it. */
function measureSimilarity(tests: readonly string[], changed: readonly string[]): Map<string, number> {
  const changedWords = new Set(changed.flatMap(splitWords));
  const words = tests.map((test): [string, Set<string>] => [test, new Set(splitWords(test))]);
  const counts = new Map<string, number>();
  for (const [, ofTest] of words) for (const word of ofTest) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(
    words.map(([test, ofTest]) => [
      test,
      sum([...ofTest].filter((word) => changedWords.has(word)).map((word) => 1 / (counts.get(word) ?? 1))),
    ]),
  );
}
