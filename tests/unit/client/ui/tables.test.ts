/** Columns and pages of tables. */

import { parseRow } from "@understudy/client/predictions/rows.ts";
import { positionText } from "@understudy/client/ui/position-text.ts";
import { chosenColumns } from "@understudy/client/ui/use-column-choice.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a table");

it("shows the columns that were chosen at any width, and the others as the window allows", () => {
  const cell = () => null;
  const all = [
    { key: "id", header: "ID", cell },
    { key: "tags", header: "Tags", cell, from: "lg" as const },
    { key: "spec_id", header: "Spec ID", cell, from: "xl" as const },
  ];
  assert.equal(chosenColumns(all, {}), all);
  const chosen = chosenColumns(all, { spec_id: true, tags: false });
  assert.equal(
    chosen.map(({ key, from }) => [key, from]),
    [
      ["id", undefined],
      ["spec_id", undefined],
    ],
  );
});

it("shows its page, and beyond the last one how many there are", () => {
  assert.equal([positionText(2, 3), positionText(9, 3), positionText(2, 1)], ["2 of 3", "3 pages", "1 page"]);
});

it("says in the singular that one row was deleted", () => {
  assert.is(MESSAGES.deletedItems(1, "simulation"), "Deleted 1 simulation");
  assert.is(MESSAGES.deletedItems(2, "simulation"), "Deleted 2 simulations");
});

it("takes a row from an address only where the data set has it", () => {
  assert.equal(
    ["3", "0", "11", "x", null].map((text) => parseRow(text, 10)),
    [3, null, null, null, null],
  );
});
