import { ContourSearch } from "@understudy/engine/tasks/out-of-spec/contour-search.ts";
import { unitAxis } from "@understudy/engine/tasks/search-space.ts";
import { FAILING_FUNCTIONS, findRegion } from "../../../../bench/failing-functions.ts";
import { assert, suite } from "../../../../harness.ts";
import { balls, realAxes } from "../../../../support/engine/level-sets.ts";

const it = suite("the search for the limit by simulations alone", { timeout: 120_000 });

const three = balls(
  [
    [0.2, 0.2],
    [0.8, 0.3],
    [0.5, 0.85],
  ],
  [0.15, 0.1, 0.12],
);

it("finds all regions with few simulations", () => {
  const search = new ContourSearch(realAxes(2), { seed: 1, maximum: 60 });
  for (let next = search.ask(); next !== null; next = search.ask())
    search.tell([{ id: next.id, point: next.point, score: three(next.point) }]);
  assert.is(search.stopReason, "evaluation limit");
  const grid = Array.from({ length: 2_500 }, (_, i) =>
    Float64Array.of(((i % 50) + 0.5) / 50, (Math.floor(i / 50) + 0.5) / 50),
  );
  const mean = search.model?.estimates(grid).mean ?? new Float64Array();
  const fails = grid.filter((point) => three(point) < 0).length;
  const right = grid.filter((point, i) => three(point) < 0 && (mean[i] ?? 0) < 0).length;
  assert.ok(right > 0.9 * fails, `${right} of ${fails}`);
});

it("finds regions that a process of flat results takes for impossible", () => {
  const hills = FAILING_FUNCTIONS.find(({ name }) => name === "three hills, 6-D");
  assert.ok(hills);
  const { score, centres, dimensions } = hills;
  const search = new ContourSearch(realAxes(dimensions), { seed: 4, maximum: 200 });
  const reachedRegions = new Set<number>();
  for (let next = search.ask(); next !== null && reachedRegions.size < centres.length; next = search.ask()) {
    const { id, point } = next;
    if (score(point) < 0) reachedRegions.add(findRegion(hills, point));
    search.tell([{ id, point, score: score(point) }]);
  }
  assert.is(reachedRegions.size, 3);
});

it("begins with points that are the same whatever is known of the others", () => {
  const create = () => new ContourSearch(realAxes(2), { seed: 1, maximum: 60 });
  const [early, late] = [create(), create()];
  const first = [];
  while (!early.needsResults) first.push(early.ask());
  assert.is(first.length, 10);
  for (const proposal of first) {
    const next = late.ask();
    assert.equal(next, proposal);
    if (next !== null) late.tell([{ ...next, score: three(next.point) }]);
  }
  assert.ok(late.needsResults);
});

it("goes on where simulations fail or have no score, with some of them pending", () => {
  const search = new ContourSearch(realAxes(2), { seed: 2, maximum: 40 });
  const open: { id: number; point: Float64Array }[] = [];
  for (let next = search.ask(); next !== null; next = search.ask()) {
    open.push(next);
    const done = open.length > 4 ? open.shift() : undefined;
    if (done !== undefined) {
      const [x = 0] = done.point;
      search.tell([{ ...done, score: x > 0.7 ? null : three(done.point) }]);
    }
  }
  assert.is(search.stopReason, "evaluation limit");
});

it("walks through a finite space until nothing is left", () => {
  const search = new ContourSearch([unitAxis(4), unitAxis(3, true)], { seed: 1, maximum: 100 });
  const proposedPoints = new Set<string>();
  for (let next = search.ask(); next !== null; next = search.ask()) {
    proposedPoints.add(next.point.join(" "));
    search.tell([{ id: next.id, point: next.point, score: (next.point[0] ?? 0) - 0.4 }]);
  }
  assert.equal([proposedPoints.size, search.stopReason], [12, "exhausted"]);
});
