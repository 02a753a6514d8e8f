/** The rules for every optimiser that is asked and told (engine/tasks/ask-tell.ts). */
import { packPlain, unpackPlain } from "@understudy/engine/models/plain-data.ts";
import type { AskTell, Evaluation, Proposal } from "@understudy/engine/tasks/ask-tell.ts";
import { createKey, type SearchSpace, snap, unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { z } from "zod";
import { assert, type Suite } from "../../../harness.ts";

export interface Implementation<Checkpoint extends object> {
  create: (space: SearchSpace, seed: number, checkpoint?: Checkpoint) => AskTell<Checkpoint>;
  /** Evaluations that each law is tested with. */
  evaluations: number;
}

type Function = (point: Float64Array) => number | null;

const REAL_SPACE: SearchSpace = [unitAxis(), unitAxis(), unitAxis()];
const MIXED_SPACE: SearchSpace = [unitAxis(), unitAxis(7), unitAxis(3, true), unitAxis(1, true)];
const FINITE_SPACE: SearchSpace = [unitAxis(4), unitAxis(3, true), unitAxis(1, true)];

/** Largest at .3 along every axis. */
const bowl: Function = (point) => -point.reduce((sum, value) => sum + (value - 0.3) ** 2, 0);

const evaluate =
  (formula: Function) =>
  ({ id, point }: Proposal): Evaluation => ({ id, point, score: formula(point) });

/** Batches of 1, 4, 2, 4 ... with one proposal always left pending until the next batch is asked for. */
function run<Checkpoint extends object>(
  optimiser: AskTell<Checkpoint>,
  formula: Function,
  evaluations: number,
  between: (at: number, current: AskTell<Checkpoint>) => AskTell<Checkpoint> = (_, current) => current,
): string[] {
  const proposed: string[] = [];
  let current = optimiser;
  let late: Evaluation[] = [];
  for (let at = 0; proposed.length < evaluations && current.stopReason === null; at++) {
    const proposals = current.ask([1, 4, 2, 4][at % 4] ?? 1);
    proposed.push(...proposals.map(({ id, point }) => `${id}: ${point.join(" ")}`));
    const answers = [...late, ...proposals.map(evaluate(formula))];
    late = answers.splice(-1);
    current.tell(answers);
    current = between(at, current);
  }
  return proposed;
}

function exhaustsFiniteSpaces<Checkpoint extends object>(
  it: Suite,
  { create }: Pick<Implementation<Checkpoint>, "create">,
): void {
  it("asks for every point of a finite space once, and is done", () => {
    const optimiser = create(FINITE_SPACE, 1);
    const points: string[] = [];
    while (optimiser.stopReason === null) {
      const proposals = optimiser.ask(5);
      points.push(...proposals.map(({ point }) => createKey(FINITE_SPACE, point)));
      optimiser.tell(proposals.map(evaluate(bowl)));
    }
    assert.is(optimiser.stopReason, "exhausted");
    assert.is(points.length, 12);
    assert.is(new Set(points).size, 12);
    assert.equal(optimiser.ask(3), []);
  });

  it("asks for the one point there is where nothing varies", () => {
    const optimiser = create([], 1);
    const [only, ...furtherProposals] = optimiser.ask(4);
    assert.equal(furtherProposals, []);
    assert.is(only?.point.length, 0);
    assert.is(optimiser.stopReason, "exhausted");
    optimiser.tell([{ id: only?.id ?? 0, point: new Float64Array(), score: 1 }]);
    assert.is(optimiser.best?.score, 1);
  });

  it("welcomes evaluations that it never asked for, and does not ask for their cells", () => {
    const optimiser = create(FINITE_SPACE, 1);
    const point = snap(FINITE_SPACE, Float64Array.of(0.1, 0.1, 0.1));
    optimiser.tell([{ id: null, point, score: 7 }]);
    assert.is(optimiser.best?.score, 7);
    const keys: string[] = [];
    while (optimiser.stopReason === null) {
      const proposals = optimiser.ask(3);
      keys.push(...proposals.map((proposal) => createKey(FINITE_SPACE, proposal.point)));
      optimiser.tell(proposals.map(evaluate(bowl)));
    }
    assert.is(keys.length, 11);
    assert.ok(!keys.includes(createKey(FINITE_SPACE, point)));
  });
}

export function keepsTheContract<Checkpoint extends object>(
  it: Suite,
  { create, evaluations }: Implementation<Checkpoint>,
): void {
  exhaustsFiniteSpaces(it, { create });

  it("asks for the same points with the same seed, for others with another", () => {
    const first = run(create(MIXED_SPACE, 1), bowl, evaluations);
    assert.equal(run(create(MIXED_SPACE, 1), bowl, evaluations), first);
    assert.not.equal(run(create(MIXED_SPACE, 2), bowl, evaluations), first);
  });

  it("goes on from a checkpoint as if it had not been interrupted", () => {
    const uninterrupted = run(create(MIXED_SPACE, 1), bowl, evaluations);
    const isCheckpoint = z.custom<Checkpoint>((value) => typeof value === "object" && value !== null);
    const restore = (at: number, current: AskTell<Checkpoint>): AskTell<Checkpoint> => {
      if (at % 3 !== 1) return current;
      const bytes = packPlain("test", 1, current.checkpoint());
      return create(MIXED_SPACE, 1, isCheckpoint.parse(unpackPlain("test", 1, bytes)));
    };
    assert.equal(run(create(MIXED_SPACE, 1), bowl, evaluations, restore), uninterrupted);
  });

  it("does not care in which order a batch is told", () => {
    const batches = (reverse: boolean) => {
      const optimiser = create(REAL_SPACE, 3);
      const proposed: string[] = [];
      while (proposed.length < evaluations) {
        const proposals = optimiser.ask(5);
        proposed.push(...proposals.map(({ point }) => point.join(" ")));
        const results = proposals.map(evaluate(bowl));
        for (const result of reverse ? results.reverse() : results) optimiser.tell([result]);
      }
      return proposed;
    };
    assert.equal(batches(true), batches(false));
  });

  it("keeps to the cube and to the middle of cells", () => {
    const optimiser = create(MIXED_SPACE, 5);
    run(optimiser, bowl, evaluations, (_, current) => {
      for (const { point } of current.pending) {
        assert.ok(point.every((value) => value >= 0 && value <= 1));
        assert.equal([...snap(MIXED_SPACE, point.slice())], [...point]);
      }
      return current;
    });
  });

  it("lives with failures, scores that are not numbers and infinite ones", () => {
    const bad: Function = (point) => {
      const [x = 0, y = 0] = point;
      if (x > 0.7) return null;
      if (y > 0.8) return Number.NaN;
      return y < 0.1 ? Number.POSITIVE_INFINITY : bowl(point);
    };
    const optimiser = create(REAL_SPACE, 1);
    const proposed = run(optimiser, bad, evaluations);
    assert.ok(proposed.length >= evaluations);
    assert.ok(Number.isFinite(optimiser.best?.score));
  });

  it("has no best and goes on where everything fails", () => {
    const optimiser = create(REAL_SPACE, 1);
    assert.ok(run(optimiser, () => null, evaluations).length >= evaluations);
    assert.is(optimiser.best, null);
  });

  it("puts feasible points first", () => {
    const optimiser = create(REAL_SPACE, 1);
    const [infeasible, other] = optimiser.ask(2);
    const point = new Float64Array(3);
    optimiser.tell([
      { id: infeasible?.id ?? 0, point, score: 5, constraints: [1, -0.1] },
      { id: other?.id ?? 1, point, score: 1, constraints: [0, 2] },
    ]);
    assert.is(optimiser.best?.score, 1);
    assert.is(optimiser.best?.violation, 0);
  });

  it("knows what is pending, and refuses what is not", () => {
    const optimiser = create(REAL_SPACE, 1);
    const proposals = optimiser.ask(3);
    assert.equal(optimiser.pending, proposals);
    optimiser.tell(proposals.slice(1, 2).map(evaluate(bowl)));
    assert.equal(
      optimiser.pending.map(({ id }) => id),
      [0, 2],
    );
    assert.throws(() => optimiser.tell([{ id: 1, point: new Float64Array(3), score: 0 }]), "pending");
    assert.throws(() => optimiser.tell([{ id: null, point: new Float64Array(2), score: 0 }]), "fractions");
  });
}
