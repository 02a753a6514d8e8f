import { nextBadRow } from "@understudy/client/predictions/compared-row.ts";
import { differenceFrom, halfWidthsText } from "@understudy/client/predictions/row-difference.ts";
import { rowMoveText } from "@understudy/client/predictions/row-move.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the comparison of a prediction with a row");
const predicted = { value: 10, lower: 8, upper: 14 };

it("gives emulator minus data, the half widths and whether they are inside the bounds", () => {
  assert.equal(differenceFrom(predicted, 12), { difference: -2, isInside: true, halfWidths: 0.5 });
  assert.equal(differenceFrom(predicted, 6), { difference: 4, isInside: false, halfWidths: 2 });
  assert.equal([0.44, 250].map(halfWidthsText), ["0.4 half widths", "more than 99 half widths"]);
});

const ranking = {
  compared: 30,
  rows: [
    { index: 6, output: "gain", half_widths: 2.1 },
    { index: 0, output: "phase", half_widths: 1.3 },
  ],
};

it("goes to the worst row first, then to the next worst, and after the last to the worst again", () => {
  const gain = { place: 1, count: 30, output: "gain", halfWidths: 2.1 };
  assert.equal(nextBadRow(ranking, null), { row: 7, reason: gain });
  assert.equal(nextBadRow(ranking, 12), { row: 7, reason: gain });
  assert.is(nextBadRow(ranking, 7)?.row, 1);
  assert.is(nextBadRow(ranking, 1)?.row, 7);
  assert.is(nextBadRow({ compared: 0, rows: [] }, 1), null);
});

it("says that the sliders were moved and why to this row", () => {
  const say = (move: Parameters<typeof rowMoveText>[0]) => rowMoveText(move, (name) => `<${name}>`);
  assert.is(
    say({ row: 4, reason: "nearest", hasMoved: true }),
    "The sliders moved to row 4, the nearest one.",
  );
  assert.is(say({ row: 4, reason: null, hasMoved: false }), "");
  const { reason } = nextBadRow(ranking, 7) ?? { reason: null };
  assert.is(
    say({ row: 1, reason, hasMoved: true }),
    "The sliders moved to row 1, number 2 from the worst of 30: <phase> is 1.3 half widths off.",
  );
});
