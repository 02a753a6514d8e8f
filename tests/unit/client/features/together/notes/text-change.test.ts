/** Changes of a text box as changes of the shared text. */
import {
  applyTextChange,
  cutIntoPieces,
  findTextChange,
  MAX_PIECE_LENGTH,
} from "@understudy/client/features/together/notes/text-change.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { Doc } from "yjs";
import { assert, suite } from "../../../../../harness.ts";

const it = suite("a change of the notes");

it("is the insertion at the cursor where several would explain the new text", () => {
  assert.equal(findTextChange("aa", "aaa", 1), { at: 0, removed: 0, inserted: "a" });
  assert.equal(findTextChange("aa", "aaa", 3), { at: 2, removed: 0, inserted: "a" });
  assert.equal(findTextChange("one two", "one 2", 5), { at: 4, removed: 3, inserted: "2" });
  assert.is(findTextChange("same", "same", 2), null);
});
it("never cuts a character of two units, which would destroy it", () => {
  const { text } = { text: new Doc().getText() };
  text.insert(0, "a😀b");
  const change = findTextChange("a😀b", "a😁b", 3);
  assert.ok(change);
  applyTextChange(text, change, (make) => make());
  assert.is(text.toString(), "a😁b");
  assert.equal(cutIntoPieces("ab😀", 3), ["ab", "😀"]);
});
it("gives the new text, whatever is typed, deleted or pasted", () => {
  const random = createRandom(3);
  const alphabet = ["a", "b", "\n", "é", "😀", "😁"];
  const write = (length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random.uniform() * alphabet.length)]).join("");
  for (let round = 0; round < 500; round++) {
    const before = write(Math.floor(random.uniform() * 8));
    const characters = [...before];
    const at = Math.floor(random.uniform() * (characters.length + 1));
    const inserted = write(Math.floor(random.uniform() * 3));
    characters.splice(at, Math.floor(random.uniform() * 3), inserted);
    const after = characters.join("");
    const text = new Doc().getText();
    text.insert(0, before);
    const cursor = [...before].slice(0, at).join("").length + inserted.length;
    const change = findTextChange(before, after, cursor);
    if (change !== null) applyTextChange(text, change, (make) => make());
    assert.is(text.toString(), after);
  }
});
it("that is long travels in parts", () => {
  const doc = new Doc();
  const text = doc.getText();
  const pasted = "😀é".repeat(MAX_PIECE_LENGTH);
  let parts = 0;
  applyTextChange(text, { at: 0, removed: 0, inserted: pasted }, (make) => {
    parts++;
    doc.transact(make);
  });
  assert.is(text.toString(), pasted);
  assert.is(parts, 4);
});
