import {
  formatValue,
  fullText,
  quantityText,
  rangeText,
} from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a number on a page");

it("has 5 significant figures, with a power of a thousand only where digits would not fit", () => {
  const shown = [0, 1, -2.5, 123456.789, 0.000123456, 0.00001234567, 2.5e-9, 12345678, 4e-13, NaN];
  assert.equal(shown.map(formatValue), [
    "0",
    "1",
    "-2.5",
    "123460",
    "0.00012346",
    "12.346e-6",
    "2.5e-9",
    "12.346e6",
    "400e-15",
    "NaN",
  ]);
});

it("has a prefix where its unit takes one and it leaves what is easy to read", () => {
  const text = (value: number, unit: string, multiplier = 1) =>
    fullText(value, chosenUnit({ unit, multiplier }));
  assert.is(text(51.276e-6, "m"), "51.276 µm");
  assert.is(text(7238400, "V/s"), "7.2384 MV/s");
  assert.is(text(0.6, "F", 1e-12), "0.6 pF");
  assert.is(text(6e-4, "F", 1e-12), "0.0006 pF");
  assert.is(text(25000, "F", 1e-12), "25 nF");
  assert.is(text(999.996, "Hz", 1e6), "1000 MHz");
  assert.is(text(9999.96, "Hz", 1e3), "10 MHz");
  assert.is(text(0.002, "V"), "0.002 V");
  assert.is(text(0.0002, "V"), "200 µV");
  assert.is(text(2e-5, "dB"), "20e-6 dB");
  assert.is(text(2e-5, ""), "20e-6");
  assert.is(text(3e-12, "m^2"), "3 µm^2");
  assert.is(text(0, "F", 1e-12), "0 pF");
  assert.is(text(40000, "s"), "40000 s");
});

it("stands alone where its unit is said elsewhere, and brings its own where that is another", () => {
  const pF = chosenUnit({ unit: "F", multiplier: 1e-12 });
  assert.is(quantityText(2.2, pF), "2.2");
  assert.is(quantityText(22000, pF), "22 nF");
  assert.is(rangeText(0.1, 4, pF), "0.1 – 4 pF");
  assert.is(rangeText(0.1, 40000, pF), "0.1 pF – 40 nF");
  assert.is(rangeText(0, 40000, pF), "0 – 40 nF");
});

it("is read back as itself within the digits shown", () => {
  const units = ["F", "V/s", "m", "m²", "mm", "dB", "", "%", "kg", "Ohm", "°C", "µm"];
  for (const unit of units)
    for (const multiplier of [1e-12, 1e-6, 1e-3, 1, 1e3, 1e9]) {
      const shown = chosenUnit({ unit, multiplier });
      for (let i = -60; i <= 60; i++) {
        const value = (i % 2 === 0 ? 1 : -1) * 1.9 ** i;
        const expected = Number(value.toPrecision(5));
        for (const text of [quantityText(value, shown), fullText(value, shown)]) {
          const read = typedNumber(text, { shown }) ?? Number.NaN;
          assert.ok(
            Math.abs(read / expected - 1) < 1e-12,
            `${value} ${unit} x ${multiplier}: ${text} is read as ${read}`,
          );
        }
      }
    }
});
