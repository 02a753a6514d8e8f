/** The laws of fair queueing, by simulating a queue: people request work, and places work on one request after the other. */
import { FairShares, type Flow } from "@understudy/engine/dispatch/fair-shares.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";

type Request = { readonly flow: Flow; readonly time: number; readonly cost: number };
type Served = Request & { readonly begin: number; readonly end: number };
/** Chooses the next request; those of one person are in the order of their times. */
type Order = {
  choose(waiting: readonly Request[]): Request | undefined;
  serve(request: Request): void;
};

const createFairOrder = (): Order => {
  const shares = new FairShares();
  return {
    choose: (waiting) => waiting.toSorted((a, b) => shares.start(a.flow) - shares.start(b.flow))[0],
    serve: ({ flow, cost }) => shares.serve(flow, cost),
  };
};
const createFirstComeOrder = (): Order => ({ choose: ([first]) => first, serve: () => {} });

function simulateQueue(requests: readonly Request[], order: Order, places = 1): Served[] {
  const waiting: Request[] = [];
  const coming = requests.toSorted((a, b) => a.time - b.time);
  const freeTimes = Array.from({ length: places }, () => 0);
  const served: Served[] = [];
  let now = 0;
  while (coming.length + waiting.length > 0) {
    freeTimes.sort((a, b) => a - b);
    const [free = 0] = freeTimes;
    now = Math.max(now, free, waiting.length > 0 ? 0 : (coming[0]?.time ?? 0));
    while ((coming[0]?.time ?? Number.POSITIVE_INFINITY) <= now) waiting.push(...coming.splice(0, 1));
    const next = order.choose(waiting);
    if (next === undefined) continue;
    waiting.splice(waiting.indexOf(next), 1);
    order.serve(next);
    freeTimes[0] = now + next.cost;
    served.push({ ...next, begin: now, end: now + next.cost });
  }
  return served;
}

const BUSY_FLOW: Flow = { person: 1, weight: 1 };
const SMALL_FLOW: Flow = { person: 2, weight: 1 };
const requestMany = (flow: Flow, count: number, time: number, cost = 1): Request[] =>
  Array.from({ length: count }, () => ({ flow, time, cost }));
/** The time from the first request of a person to the end of the last. */
const computeDuration = (served: readonly Served[], { person }: Flow): number => {
  const theirs = served.filter(({ flow }) => flow.person === person);
  return Math.max(...theirs.map(({ end }) => end)) - Math.min(...theirs.map(({ time }) => time));
};

const law = suite("fair queueing");
law("serves a small user within twice the time that they need alone, beside 50 jobs of somebody else", () => {
  const random = createRandom(7);
  let longestFirstCome = 0;
  for (const places of [1, 2, 4]) {
    for (const count of [1, 1, 1, 3, 10]) {
      const small = requestMany(SMALL_FLOW, count, 20 * random.uniform());
      const requests = [...requestMany(BUSY_FLOW, 50, 0), ...small];
      const alone = computeDuration(simulateQueue(small, createFairOrder(), places), SMALL_FLOW);
      const shared = computeDuration(simulateQueue(requests, createFairOrder(), places), SMALL_FLOW);
      // Nothing that runs is interrupted: where several places are taken at different times, one more job comes between.
      const bound = 2 * alone + (places === 1 ? 0 : 1);
      assert.ok(shared <= bound + 1e-9, `${count} jobs at ${places} places: ${shared} instead of ${alone}`);
      const firstCome = computeDuration(simulateQueue(requests, createFirstComeOrder(), places), SMALL_FLOW);
      longestFirstCome = Math.max(longestFirstCome, firstCome / alone);
    }
  }
  assert.ok(longestFirstCome > 20, `first come, first served makes them wait: ${longestFirstCome}`);
});

law("gives people who wait their shares by weight, to within one job of each", () => {
  const random = createRandom(11);
  for (let round = 0; round < 20; round++) {
    const flows = [1, 2, 3].map((person) => ({ person, weight: 0.5 + 4 * random.uniform() }));
    const requests = flows.flatMap((flow) =>
      Array.from({ length: 200 }, () => ({ flow, time: 0, cost: 0.1 + random.uniform() })),
    );
    const served = simulateQueue(requests, createFairOrder());
    const ends = flows.map(({ person }) =>
      Math.max(...served.filter(({ flow }) => flow.person === person).map(({ end }) => end)),
    );
    const until = Math.min(...ends);
    const from = until / 4;
    const services = flows.map(({ person, weight }) => {
      const costs = served.filter(
        ({ flow, begin, end }) => flow.person === person && begin >= from && end <= until,
      );
      return costs.reduce((sum, { cost }) => sum + cost, 0) / weight;
    });
    // Goyal et al., theorem 1: the shares differ by at most the longest job of each; two more are cut off by the interval.
    const bound = flows.reduce((sum, { weight }) => sum + 2 * (1.1 / weight), 0);
    assert.ok(Math.max(...services) - Math.min(...services) <= bound, `${services} within ${bound}`);
  }
});

law("lets nobody save up turns while they request nothing", () => {
  const shares = new FairShares();
  for (let i = 0; i < 100; i++) shares.serve(BUSY_FLOW);
  const begin = shares.start(BUSY_FLOW);
  assert.ok(shares.start(SMALL_FLOW) >= begin - 1, "who comes back is one job ahead, not a hundred");
});

law("forgets people whose turns are over", () => {
  const shares = new FairShares();
  for (let person = 1; person <= 3_000; person++) shares.serve({ person, weight: 1 }, person);
  for (let i = 0; i < 3; i++) shares.serve(BUSY_FLOW, 5_000);
  const virtualTime = shares.start({ person: 4_000 });
  assert.ok(virtualTime > 0);
  assert.is(shares.start({ person: 2 }), virtualTime, "who was served long ago starts as somebody new");
  assert.ok(shares.personCount <= 1_001, `${shares.personCount} tags`);
});

law("changes no copy", () => {
  const shares = new FairShares();
  const copy = shares.copy();
  shares.serve(SMALL_FLOW, 5);
  assert.is(copy.start(SMALL_FLOW), 0);
  assert.is(shares.start(SMALL_FLOW), 5);
});
