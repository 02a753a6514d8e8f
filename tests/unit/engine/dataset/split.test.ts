import { splitRows, validationOrder } from "@understudy/engine/dataset/split.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the split of the rows");

/** Rows of so many each in groups; the hashes of the groups are not in the order of the rows. */
const makeHashes = (...sizes: number[]): Float64Array =>
  Float64Array.from(
    sizes.flatMap((size, group) => Array.from({ length: size }, () => (group * 7919) % 104_729)),
  );

/** The sizes of both sets, and whether a group lies on both sides. */
function split(sizes: readonly number[], percentage: number) {
  const { validation, training } = splitRows(validationOrder(makeHashes(...sizes)), percentage);
  const groups = sizes.flatMap((size, group) => Array.from({ length: size }, () => group));
  const [held, fitted] = [validation, training].map(
    (rows) => new Set(Array.from(rows, (row) => groups[row])),
  );
  return {
    validation: validation.length,
    training: training.length,
    held: held?.size ?? 0,
    fitted: fitted?.size ?? 0,
  };
}

it("counts different points, not rows: a point that was run many times is one point and is trained on", () => {
  assert.equal(split([8, 1, 1], 20), { validation: 1, training: 9, held: 1, fitted: 2 });
  assert.equal(split([40, ...Array<number>(10).fill(1)], 20), {
    validation: 2,
    training: 48,
    held: 2,
    fitted: 9,
  });
  assert.equal(split([...Array<number>(12).fill(1), 52], 50), {
    validation: 7,
    training: 57,
    held: 7,
    fitted: 6,
  });
  // A point with fewer rows than the share of all rows may be held out, whole.
  assert.equal(split(Array<number>(20).fill(4), 20), { validation: 16, training: 64, held: 4, fitted: 16 });
});

it("never holds out all of few points", () => {
  assert.equal(split([5, 5], 20), { validation: 2, training: 8, held: 1, fitted: 2 });
  assert.equal(split([1, 19], 50), { validation: 9, training: 11, held: 1, fitted: 2 });
  assert.equal(split([2, 2, 2, 2, 2], 5), { validation: 2, training: 8, held: 1, fitted: 4 });
});

it("takes rows that are to be trained on last", () => {
  const hashes = makeHashes(...Array<number>(20).fill(1));
  const rare = splitRows(validationOrder(hashes), 20).validation[0] ?? -1;
  const { validation } = splitRows(validationOrder(hashes, new Set([hashes[rare] ?? -1])), 50);
  assert.is(validation.length, 10);
  assert.not.ok(validation.includes(rare));
});

it("holds nearly a million rows out at once, a larger share holding a smaller one", () => {
  const order = validationOrder(
    Float64Array.from({ length: 1_000_000 }, (_, row) => (row * 7919) % 1_000_003),
  );
  const [small, large] = [splitRows(order, 20), splitRows(order, 35)];
  assert.equal([small.validation.length, large.validation.length], [200_000, 350_000]);
  const held = new Set(large.validation);
  assert.ok(small.validation.every((row) => held.has(row)));
});
