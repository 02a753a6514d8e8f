import { createCache } from "@understudy/server/core/cache.ts";
import { assert, rejects, suite } from "../../../harness.ts";

const it = suite("what a process remembers");

function counting() {
  let now = Date.UTC(2026, 0);
  let reads = 0;
  const cache = createCache<string, number>({ maxEntries: 2, maxAge: 100, clock: () => now });
  return {
    cache,
    /** The number of the reading that is answered with. */
    get: (key: string) => cache.get(key, async () => ++reads),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

it("is read once, until it is forgotten or too old", async () => {
  const { cache, get, pass } = counting();
  assert.equal([await get("a"), await get("a"), await get("b"), await get("a")], [1, 1, 2, 1]);
  cache.forget("a");
  assert.equal([await get("a"), await get("b")], [3, 2]);
  pass(99);
  assert.equal([await get("a"), await get("b")], [3, 2]);
  pass(1);
  assert.equal([await get("a"), await get("b")], [4, 5]);
  cache.clear();
  assert.equal([await get("a"), await get("b")], [6, 7]);
});

it("makes room for newer things", async () => {
  const { get } = counting();
  assert.equal([await get("a"), await get("b"), await get("c")], [1, 2, 3]);
  assert.equal([await get("c"), await get("b"), await get("a")], [3, 2, 4]);
});

it("is read once for all who ask meanwhile, and anew for those who ask after a change", async () => {
  const { cache } = counting();
  const before = Promise.withResolvers<number>();
  const waiting = [cache.get("a", () => before.promise), cache.get("a", async () => 0)];
  cache.forget("a");
  const after = await cache.get("a", async () => 2);
  before.resolve(1);
  assert.equal([...(await Promise.all(waiting)), after], [1, 1, 2]);
  assert.is(await cache.get("a", async () => 3), 2, "the older reading has not taken the newer one's place");
});

it("is nothing where there was nothing, or where reading failed", async () => {
  const { cache, get } = counting();
  assert.is(await cache.get("a", async () => null), null);
  assert.is(await get("a"), 1);
  const broken = () => Promise.reject(new Error("The database is away."));
  await rejects(cache.get("b", broken), /away/);
  assert.is(await get("b"), 2);
});
