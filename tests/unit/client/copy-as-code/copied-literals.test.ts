import { python, pythonCall, shellWord } from "@understudy/client/copy-as-code/code.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("values in copied code");

it("are Python expressions, one item a line where a line would be long", () => {
  assert.is(
    python({ a: 1e-9, "b'": ['"', true, null], c: undefined }),
    `{"a": 1e-9, "b'": ["\\"", True, None]}`,
  );
  const long = Object.fromEntries(
    ["first", "second", "third"].map((name) => [`the ${name} input`, 1.234567e-12]),
  );
  assert.is(
    python(long),
    '{\n    "the first input": 1.234567e-12,\n    "the second input": 1.234567e-12,\n    "the third input": 1.234567e-12,\n}',
  );
  assert.is(python([]), "[]");
  assert.is(pythonCall("f", ["1", "b=2"]), "f(1, b=2)");
});

it("are single words of a shell, whatever they hold", () => {
  assert.is(shellWord("a/b-c.csv"), "a/b-c.csv");
  assert.is(shellWord("it's $HOME"), "'it'\\''s $HOME'");
  assert.is(shellWord(""), "''");
});
