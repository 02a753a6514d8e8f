/** Runs of subset simulation that are repeated, and what is left where time runs out. */
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { LimitState } from "@understudy/engine/tasks/yield/limit-state.ts";
import { estimateYield, type YieldEnd } from "@understudy/engine/tasks/yield/yield.ts";
import type { YieldState } from "@understudy/engine/tasks/yield/yield-state.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeLimitState, plane } from "../../../../support/engine/limit-states.ts";

const it = suite("yield by repeated runs", { timeout: 60_000 });

const makeProblem = (limitState: LimitState) => ({ limitState, options: { seed: 1 }, clock: () => 0 });
const rare = plane(2, 4);

/** The first state of a usual estimate that is wanted. */
function stateAt(isThere: (state: YieldState) => boolean): YieldState {
  const work = estimateYield(makeProblem(rare));
  for (let step = work.next(); step.done !== true; step = work.next()) {
    const state = step.value.checkpoint();
    if (isThere(state)) return state;
  }
  throw new Error("It never comes there.");
}

function resume(limitState: LimitState, checkpoint: YieldState, timeLimitMs?: number): YieldEnd {
  const problem = makeProblem(limitState);
  const options = { ...problem.options, ...(timeLimitMs !== undefined && { timeLimitMs }) };
  return runToEnd(estimateYield({ ...problem, options, checkpoint }));
}

const repeating = (): YieldState => ({
  ...stateAt(({ stage }) => stage === "worst corner"),
  stage: "repeats",
});

it("counts a run that reaches no failure as 0, and goes on with a new one", () => {
  const { rate: rateMeans } = makeLimitState(2, () => 1);
  const checkpoint = repeating();
  const { state, estimate } = resume({ ...rare, rateMeans }, checkpoint);
  const [first = 0] = state.runs;
  assert.equal(state.runs.slice(1), [0, 0, 0]);
  assert.ok(state.evaluations >= checkpoint.evaluations + 3 * 4_000, `${state.evaluations}`);
  assert.is(estimate.method, "subset simulation");
  assert.ok(Math.abs(estimate.failing.estimate / (first / 4) - 1) < 1e-6, `${estimate.failing.estimate}`);
});

it("ends a run that is late, and answers with what importance sampling has found", () => {
  const checkpoint = repeating();
  const { state, estimate } = resume(rare, checkpoint, checkpoint.elapsed);
  assert.is(state.runs.length, 1);
  assert.is(estimate.method, "importance sampling");
  assert.ok(Math.abs(estimate.failing.estimate / 3.167e-5 - 1) < 0.1, `${estimate.failing.estimate}`);
});

it("answers with the quasi-random sample where it is late before importance sampling has drawn a failure", () => {
  const begun = stateAt(({ importance }) => importance?.round === 2 && importance.count === 0);
  const { estimate, plain } = resume(
    makeLimitState(2, () => 1),
    begun,
    begun.elapsed,
  );
  assert.equal([estimate.method, estimate.failing], [plain.method, plain.failing]);
  assert.ok(Number.isFinite(estimate.samplingReach));
});
