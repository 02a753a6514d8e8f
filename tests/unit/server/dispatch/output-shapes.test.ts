/** Results of other people's servers, checked against the shapes that the manifest sets. */
import { splitOutputs } from "@understudy/server/dispatch/output-shapes.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a result without any value");

it("is an error that names a few of the reasons, each once, however many outputs there are", () => {
  const names = Array.from({ length: 100 }, (_, at) => `y${at}`);
  const shapes = new Map(names.map((name) => [name, null]));
  const reasons = Object.fromEntries(names.map((name, at) => [name, `Reason ${Math.floor(at / 2)}.`]));
  assert.equal(splitOutputs({}, reasons, shapes), {
    error: "Reason 0. Reason 1. Reason 2. Reason 3. Reason 4. And 45 more.",
  });
});
