/** The progress of a long step of a backup. */
import { createByteNotes } from "../../../../../server/boot/backup/note-progress.ts";
import { assert, suite } from "../../../../harness.ts";

const notes = suite("the progress of a backup");
notes("is stated every few seconds, and not of a step that takes less", () => {
  const lines: string[] = [];
  let now = 0;
  const onBytes = createByteNotes(
    (line) => lines.push(line),
    "Packing",
    4e9,
    () => now,
  );
  for (; now < 6_500; now += 500) onBytes(2e8);
  assert.equal(lines, ["Packing: 25 % of 4.0 GB", "Packing: 45 % of 4.0 GB", "Packing: 65 % of 4.0 GB"]);
  const short: string[] = [];
  createByteNotes(
    (line) => short.push(line),
    "Checking",
    5e6,
    () => now,
  )(5e6);
  assert.equal(short, []);
});
