import {
  createRowSelection,
  describeSelected,
  findNextSelected,
  isEmpty,
  MAX_SELECTED_ROWS,
  type RowSelection,
} from "@understudy/client/predictions/row-selection.ts";
import { assert, suite } from "../../../harness.ts";

const SET_SIZES = { training: 2_000, validation: 100 };
const select = (training: number[], validation: number[]): RowSelection => ({
  training: new Set(training),
  validation: new Set(validation),
});

const it = suite("the selected rows of an emulator page");
it("are counted by set", () => {
  assert.is(describeSelected(select([], []), SET_SIZES), "");
  assert.is(describeSelected(select([3, 4], []), SET_SIZES), "2 of 2,000 training rows selected");
  const both = select([3], [7, 9]);
  assert.is(
    describeSelected(both, SET_SIZES),
    "1 of 2,000 training rows and 2 of 100 validation rows selected",
  );
});
it("follow each other in the order of their numbers, the training rows first, and begin again", () => {
  const selection = select([3, 4], [2]);
  const rows = [];
  let row = findNextSelected(selection, null);
  for (let step = 0; step < 4; step++) {
    rows.push(`${row?.set} ${row?.row}`);
    row = findNextSelected(selection, row);
  }
  assert.equal(rows, ["training 3", "training 4", "validation 2", "training 3"]);
  assert.equal(findNextSelected(selection, { set: "validation", row: 3 }), { set: "training", row: 3 });
  assert.is(findNextSelected(select([], []), { set: "training", row: 3 }), null);
});
it("keep those of the other set, and no more than a plot draws", () => {
  const selection = createRowSelection();
  let latest: RowSelection | null = null;
  selection.subscribe(() => {
    latest = selection.get();
  });
  selection.select("validation", [5, 2, 5]);
  selection.select(
    "training",
    Array.from({ length: MAX_SELECTED_ROWS + 5 }, (_, at) => MAX_SELECTED_ROWS + 5 - at),
  );
  const { training, validation } = selection.get();
  assert.equal([...validation], [2, 5]);
  assert.is(training.size, MAX_SELECTED_ROWS);
  assert.ok(training.has(1) && !training.has(MAX_SELECTED_ROWS + 1), "the first ones");
  assert.is(latest, selection.get());
  selection.clear();
  assert.ok(isEmpty(selection.get()));
});
