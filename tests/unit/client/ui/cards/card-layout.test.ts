import {
  findNeighbour,
  orderCards,
  placeCard,
  readCardLayout,
  USUAL_LAYOUT,
} from "@understudy/client/ui/cards/card-layout.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the cards of a page");
const USUAL_ORDER = ["values", "curves", "plot", "trust"];

it("stand in the usual order until a person moves one, and then in that person's", () => {
  assert.equal(orderCards(USUAL_ORDER, []), USUAL_ORDER);
  const moved = placeCard(USUAL_ORDER, "trust", "curves", "before");
  assert.equal(moved, ["values", "trust", "curves", "plot"]);
  assert.equal(orderCards(USUAL_ORDER, moved), moved);
  assert.equal(placeCard(moved, "values", "plot", "after"), ["trust", "curves", "plot", "values"]);
});

it("of a newer version of the product follow the card that they usually follow, and none is lost or shown twice", () => {
  assert.equal(orderCards(USUAL_ORDER, ["trust", "values", "plot"]), ["trust", "values", "curves", "plot"]);
  assert.equal(orderCards(USUAL_ORDER, ["gone", "plot", "plot"]), ["values", "curves", "plot", "trust"]);
});

it("stay where they are when one is dropped on itself or on what is no card", () => {
  assert.equal(placeCard(USUAL_ORDER, "plot", "plot", "after"), USUAL_ORDER);
  assert.equal(placeCard(USUAL_ORDER, "plot", "elsewhere", "before"), USUAL_ORDER);
});

it("move past the next card that is shown, and no further than the ends", () => {
  const shown = ["values", "plot", "trust"];
  assert.is(findNeighbour(shown, "plot", -1), "values");
  assert.is(findNeighbour(shown, "values", -1), null);
  assert.is(findNeighbour(shown, "trust", 1), null);
  assert.is(findNeighbour(shown, "curves", 1), null);
});

it("stand as usual where what a browser kept cannot be read", () => {
  for (const text of [undefined, "", "{", "[]", '{"order":[1],"collapsed":[]}'])
    assert.equal(readCardLayout(text), USUAL_LAYOUT, String(text));
  const layout = { order: ["plot"], collapsed: ["trust"] };
  assert.equal(readCardLayout(JSON.stringify(layout)), layout);
});
