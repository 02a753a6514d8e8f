import { pickSimulations } from "@understudy/client/api/selected-simulations.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the file of selected simulations");
it("has their records as they are in the file of all, line ends and quotes within cells included", () => {
  const records = [
    '7,Complete,"two\r\nlines, ""quoted""",-1.5\r\n',
    "8,Failed,,\r\n",
    "17,Complete,=1,2\r\n",
  ];
  const csv = `id,status,note,score\r\n${records.join("")}`;
  assert.is(pickSimulations(csv, new Set([7, 17])), `id,status,note,score\r\n${records[0]}${records[2]}`);
  assert.is(pickSimulations(csv, new Set([9])), "id,status,note,score\r\n");
});
it("ends before a record that is cut off, however many quotes that has", () => {
  const cut = `8,${'""'.repeat(60)}`;
  assert.is(pickSimulations(`id,note\r\n7,a\r\n${cut}`, new Set([7, 8])), "id,note\r\n7,a\r\n");
});
