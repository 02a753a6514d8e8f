import { assert, suite } from "../../../harness.ts";
import type { Measurement } from "../../../style/measure.ts";
import { findSetbacks, improveFigures } from "../../../style/ratchet.ts";

const falling = (value: number): Measurement => ({ value, better: "lower", findings: [] });
const rising = (value: number): Measurement => ({ value, better: "higher", findings: [] });

const ratchet = suite("a figure of the style");

ratchet("may fall, or rise where higher is better", () => {
  const stored = { engine: { words: 5, share: 20 } };
  assert.equal(findSetbacks({ engine: { words: falling(5), share: rising(20) } }, stored), []);
  assert.equal(findSetbacks({ engine: { words: falling(4), share: rising(21) } }, stored), []);
  const setbacks = findSetbacks({ engine: { words: falling(6), share: rising(19) } }, stored);
  assert.equal(
    setbacks.map(({ figure, stored: limit }) => [figure, limit]),
    [
      ["words", 5],
      ["share", 20],
    ],
  );
});

ratchet("is refused until it is stored", () => {
  const [setback] = findSetbacks({ shared: { words: falling(0) } }, {});
  assert.is(setback?.stored, null);
});

ratchet("is stored only where it is better; what is no longer measured is dropped", () => {
  const measured = { engine: { words: falling(6), share: rising(25), knots: falling(1) } };
  assert.equal(improveFigures(measured, { engine: { words: 5, share: 20, old: 3 }, gone: { words: 1 } }), {
    engine: { words: 5, share: 25, knots: 1 },
  });
});
