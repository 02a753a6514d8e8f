import { linearTickTexts, logTickText } from "@understudy/shared/quantities/tick-text.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the ticks of an axis");

it("share one prefix on a linear axis", () => {
  assert.equal(linearTickTexts([0, 5000, 10_000], "Hz"), ["0", "5k", "10k"]);
  assert.equal(linearTickTexts([0, 5000, 10_000], ""), ["0", "5k", "10k"], "without a unit, too");
  assert.equal(linearTickTexts([0, 2e-13, 4e-13], ""), ["0", "200f", "400f"]);
  assert.equal(linearTickTexts([-200, 0, 200], ""), ["-200", "0", "200"]);
  assert.equal(linearTickTexts([-2e-6, 0], "V"), ["-2µ", "0"]);
  assert.equal(linearTickTexts([0, 2e6], "dB"), ["0", "2e6"], "a unit that takes no prefix");
  assert.equal(linearTickTexts([0, 0.5, 1], "MHz"), ["0", "0.5", "1"]);
});

it("have as many digits as tell them apart", () => {
  assert.equal(linearTickTexts([1_000_000.1, 1_000_000.2], "dB"), ["1.0000001e6", "1.0000002e6"]);
});

it("have each a prefix of its own on a logarithmic axis", () => {
  const texts = (unit: string) =>
    [1e-16, 1e-3, 1, 100, 1e4, 1e5, 1e8].map((value) => logTickText(value, unit));
  const prefixed = ["100a", "1m", "1", "100", "10k", "100k", "100M"];
  assert.equal(texts("A"), prefixed);
  assert.equal(texts(""), prefixed);
  assert.equal(texts("dB"), ["100e-18", "0.001", "1", "100", "10000", "100000", "100e6"]);
});
