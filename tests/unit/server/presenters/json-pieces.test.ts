import {
  JsonPieces,
  listInPieces,
  numbersInPieces,
  objectInPieces,
  writeJson,
} from "@understudy/server/presenters/json-pieces.ts";
import { assert, rejects, suite } from "../../../harness.ts";

const it = suite("an answer that is written in pieces");

/** A wait that never ends must not keep the test from failing. */
const GIVEN_UP_MS = 5_000;
const written = async (pieces: JsonPieces<unknown>) => String(await writeJson(pieces));

it("is the JSON of what it is made of", async () => {
  const numbers = Float64Array.from({ length: 20_000 }, (_, at) => at / 7);
  numbers[3] = Number.NaN;
  const plain = { text: 'Ω "quoted"', nothing: null, list: [1, 2] };
  const pieces = objectInPieces<Record<string, unknown>>({
    ...plain,
    numbers: numbersInPieces(numbers),
    none: numbersInPieces(new Float64Array(0)),
    empty: objectInPieces({}),
    items: listInPieces(function* () {
      yield plain;
      yield objectInPieces<typeof plain>(plain);
    }),
    noItems: listInPieces(() => []),
  });
  const expected = { numbers: Array.from(numbers), none: [], empty: {}, items: [plain, plain], noItems: [] };
  assert.is(await written(pieces), JSON.stringify({ ...plain, ...expected }));
});

it("lets others have their turns while it is written", async () => {
  const begun = performance.now();
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  const long = listInPieces(function* () {
    while (!hadTurn && performance.now() - begun < GIVEN_UP_MS) yield 1;
  });
  await writeJson(long);
  assert.ok(hadTurn);
});

it("is written beside another one, turn by turn", async () => {
  const order: string[] = [];
  const until = (name: string) =>
    listInPieces(function* () {
      const begun = performance.now();
      while (order.length < 2 && performance.now() - begun < GIVEN_UP_MS) {
        if (order.at(-1) !== name) order.push(name);
        yield 1;
      }
    });
  await Promise.all([writeJson(until("one")), writeJson(until("two"))]);
  assert.equal(order, ["one", "two"]);
});

it("fails as what makes its pieces fails", async () => {
  const failing = new JsonPieces<never>(() => {
    throw new Error("There is nothing.");
  });
  await rejects(writeJson(failing), /There is nothing/);
});
