import { chooseLines } from "@understudy/client/plots/analysis/drawn-lines.ts";
import { assert, suite } from "../../../../harness.ts";

const LINE_COUNT = 50;
const DESIGN_COUNT = 10_000;
const RARE_DESIGNS = [17, 7_003];
const designs = Array.from({ length: DESIGN_COUNT }, (_, design) => design);
/** Two classes that alternate, and a third one with two designs. */
const getClass = (design: number) => (RARE_DESIGNS.includes(design) ? "rare" : design % 2 ? "odd" : "even");
/** The scores from 0 to DESIGN_COUNT - 1, each once: 7 and DESIGN_COUNT have no common divisor. */
const getScore = (design: number) => (design * 7) % DESIGN_COUNT;
const choose = (fields: Partial<Parameters<typeof chooseLines>[0]> = {}, limit = LINE_COUNT) =>
  chooseLines({ designs, getClass, getScore, isSelected: () => true, chosen: null, ...fields }, limit);

const it = suite("the lines that are drawn");
it("are all designs where these are no more than allowed", () => {
  assert.is(choose({ chosen: 3 }, DESIGN_COUNT), designs);
});
it("are as many designs as allowed, each once, with the lowest score of every class", () => {
  const drawn = choose();
  assert.is(drawn.length, LINE_COUNT);
  assert.is(new Set(drawn).size, LINE_COUNT);
  for (const name of ["even", "odd", "rare"]) {
    const members = designs.filter((design) => getClass(design) === name);
    const least = Math.min(...members.map(getScore));
    assert.ok(
      drawn.some((design) => getClass(design) === name && getScore(design) === least),
      name,
    );
  }
});
it("are spread evenly over the scores of each class", () => {
  const scores = choose()
    .filter((design) => getClass(design) === "odd")
    .map(getScore)
    .toSorted((a, b) => a - b);
  assert.ok(scores.length >= 0.4 * LINE_COUNT);
  const gaps = scores.slice(1).map((score, at) => score - (scores[at] ?? 0));
  assert.ok(Math.max(...gaps) < (2 * DESIGN_COUNT) / scores.length);
  assert.ok((scores.at(-1) ?? 0) > 0.9 * DESIGN_COUNT);
});
it("are the selected designs first, and others in the room that these leave", () => {
  const few = new Set([5, 1_234, 9_998]);
  const withFew = choose({ isSelected: (design) => few.has(design) });
  assert.ok([...few].every((design) => withFew.includes(design)));
  assert.is(withFew.length, LINE_COUNT);
  const withMany = choose({ isSelected: (design) => design < 500 });
  // The designs with the lowest scores of the three classes are drawn beside the selected ones.
  assert.ok(withMany.filter((design) => design < 500).length >= LINE_COUNT - 3);
  assert.is(withMany.length, LINE_COUNT);
});
it("include the chosen design at the end, and stay in their places when another one is chosen", () => {
  const drawn = choose();
  const missing = designs.filter((design) => !drawn.includes(design));
  const [chosen = 0, next = 0] = missing;
  assert.equal(choose({ chosen }), [...drawn, chosen]);
  assert.equal(choose({ chosen: next }), [...drawn, next]);
  assert.equal(choose({ chosen: drawn[4] ?? null }), drawn);
  assert.equal(choose({ chosen: DESIGN_COUNT }), drawn, "a design that cannot be drawn");
});
it("are chosen also where designs have no scores, or classes are more than lines", () => {
  assert.is(choose({ getScore: () => null }).length, LINE_COUNT);
  assert.is(choose({ getClass: String }).length, LINE_COUNT);
});
