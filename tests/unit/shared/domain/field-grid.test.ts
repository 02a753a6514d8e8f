import {
  gridColumnChoices,
  isGridColumnCount,
  suggestedGridColumns,
} from "@understudy/shared/domain/field-grid.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a field on a grid");

it("has whole rows, two of each at least", () => {
  assert.equal(gridColumnChoices(12), [2, 3, 4, 6]);
  assert.equal(gridColumnChoices(7), []);
  assert.equal(
    [2, 6, 12, 5, 1].map((columns) => isGridColumnCount(columns, 12)),
    [true, true, false, false, false],
  );
});

it("is suggested for a square, and without a coordinate for what is nearly one", () => {
  assert.is(suggestedGridColumns(2_500, true), 50);
  assert.is(suggestedGridColumns(60 * 40, true), null);
  assert.is(suggestedGridColumns(60 * 40, false), 50);
  assert.is(suggestedGridColumns(21, false), null);
  assert.is(suggestedGridColumns(2 * 997, false), null);
});
