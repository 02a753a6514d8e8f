import { deepStrictEqual } from "node:assert";
import { packPlain, unpackPlain } from "@understudy/engine/models/plain-data.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("plain data");

it("are stored as they are", () => {
  const value = {
    text: "a",
    numbers: [1, Number.NaN, Number.POSITIVE_INFINITY, -0.1],
    nothing: null,
    arrays: {
      a: Float64Array.of(1e-300, Number.NaN),
      b: Int32Array.of(-3),
      c: Float32Array.of(0.1),
      d: new Uint8Array(2),
    },
  };
  const bytes = packPlain("test", 3, value);
  // Not `assert.equal`, for which NaN differs from itself.
  deepStrictEqual(unpackPlain("test", 3, bytes), value);
  assert.is(unpackPlain("test", 4, bytes), undefined);
  assert.is(unpackPlain("other", 3, bytes), undefined);
  assert.is(unpackPlain("test", 3, bytes.subarray(0, bytes.length - 1)), undefined);
});
