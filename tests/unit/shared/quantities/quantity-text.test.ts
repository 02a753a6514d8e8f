import {
  columnTitle,
  exactQuantityText,
  formatValue,
  fullText,
  quantityText,
  rangeText,
} from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit, NO_UNIT, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a number on a page");

it("has five significant digits with their zeros, and a prefix alone where digits would not fit", () => {
  const shown = [0, 1, -2.5, 12345.6789, 123456.789, 0.00123456789, 0.00001234567, 2.5e-9, 12345678, NaN];
  assert.equal(
    shown.map((value) => formatValue(value)),
    ["0", "1.0000", "-2.5000", "12346", "123.46 k", "0.0012346", "12.346 µ", "2.5000 n", "12.346 M", "NaN"],
  );
  assert.is(formatValue(2.5e-9, "short"), "2.5 n");
  assert.is(formatValue(2.5e-20), "25.000e-21", "beyond the last prefix");
});

it("compares with another digit by digit", () => {
  assert.equal(
    [15.3, 15.307, 9.99996, 0.3, 300].map((value) => formatValue(value)),
    ["15.300", "15.307", "10.000", "0.30000", "300.00"],
  );
});

it("has a prefix where its unit takes one and it leaves what is easy to read", () => {
  const text = (value: number, unit: string, multiplier = 1) =>
    fullText(value, chosenUnit({ unit, multiplier }), "short");
  assert.is(text(51.276e-6, "m"), "51.276 µm");
  assert.is(text(7238400, "V/s"), "7.2384 MV/s");
  assert.is(text(0.6, "F", 1e-12), "0.6 pF");
  assert.is(text(6e-4, "F", 1e-12), "600 aF");
  assert.is(text(25000, "F", 1e-12), "25 nF");
  assert.is(text(999.996, "Hz", 1e6), "1000 MHz");
  assert.is(text(9999.96, "Hz", 1e3), "10 MHz");
  assert.is(text(0.002, "V"), "0.002 V");
  assert.is(text(0.0002, "V"), "200 µV");
  assert.is(text(1e-16, "A"), "100 aA");
  assert.is(text(2e-5, "dB"), "20e-6 dB");
  assert.is(text(2e-5, ""), "20 µ");
  assert.is(text(0.3, "", 1e-12), "0.3 p");
  assert.is(text(3e-12, "m^2"), "3 µm^2");
  assert.is(text(0, "F", 1e-12), "0 pF");
  assert.is(text(40000, "s"), "40000 s");
});

const wide = { unit: "Hz", multiplier: 1, min: 1, max: 1e9 };
const unknown = { unit: "W", multiplier: 1, min: null, max: null };
const narrow = { unit: "F", multiplier: 1, min: 1e-13, max: 4e-12 };
const bare = { unit: "", multiplier: 1, min: 3e-13, max: 6e-13 };

it("has its prefix and unit together, in the title of its column or at each value, never in both", () => {
  const cells = (column: typeof wide | typeof unknown, ...values: readonly number[]) => {
    const shown = shownUnit(column);
    return [columnTitle("x", shown), ...values.map((value) => quantityText(value / shown.multiplier, shown))];
  };
  assert.equal(cells(wide, 51.08e6, 20), ["x", "51.080 MHz", "20.000 Hz"]);
  assert.equal(cells(unknown, 183.11e-6), ["x", "183.11 µW"]);
  assert.equal(cells(narrow, 2.2e-12, 22e-9), ["x (pF)", "2.2000", "22000"]);
  assert.equal(cells(bare, 3e-13), ["x", "300.00 f"]);
  assert.equal(cells({ ...bare, unit: "dB" }, 3e-13), ["x (dB)", "300.00e-15"]);
});

it("is whole in a column of whole numbers", () => {
  const cell = (value: number, more: Partial<Parameters<typeof shownUnit>[0]>) =>
    quantityText(value, shownUnit({ ...bare, min: 1, max: 1e6, ...more }));
  assert.is(cell(4, { is_integer: true }), "4");
  assert.is(cell(123_456, { is_integer: true }), "123456");
  assert.is(cell(27, { unit: "°C", unique_values: [-40, 27, 125] }), "27");
  assert.is(cell(27, { unit: "°C", unique_values: [-40, 26.5, 27] }), "27.000");
});

it("has one unit for both ends of a range where they have it in common", () => {
  const pF = chosenUnit({ unit: "F", multiplier: 1e-12 });
  assert.is(rangeText(0.1, 4, pF), "0.1 to 4 pF");
  assert.is(rangeText(0.1, 40000, pF), "0.1 pF to 40 nF");
  assert.is(rangeText(0, 40000, pF), "0 to 40 nF");
  assert.is(rangeText(0.3, 0.6, chosenUnit({ unit: "", multiplier: 1e-12 })), "0.3 to 0.6 p");
  assert.is(rangeText(-1.93e-15, 0.0031405, NO_UNIT), "-1.93 f to 3.1405 m");
  assert.is(rangeText(2e-6, 5, NO_UNIT), "2 µ to 5");
  assert.is(rangeText(-3, -1, chosenUnit({ unit: "V", multiplier: 1 })), "-3 to -1 V");
});

it("is written to its last digit with prefix and unit together where it is typed", () => {
  const texts = [
    [10e-6, "m"],
    [1.23456789e-6, "m"],
    [0.5, "V"],
    [4700, "Ohm"],
    [1e-6, "dB"],
    [27, ""],
  ] as const;
  assert.equal(
    texts.map(([value, unit]) => exactQuantityText(value, unit)),
    ["10 µm", "1.23456789 µm", "0.5 V", "4700 Ohm", "1e-6 dB", "27"],
  );
});

it("is read back as itself within the digits shown", () => {
  const units = ["F", "V/s", "m", "m²", "mm", "dB", "", "%", "kg", "Ohm", "°C", "µm"];
  for (const unit of units)
    for (const multiplier of [1e-12, 1e-6, 1e-3, 1, 1e3, 1e9]) {
      const shown = chosenUnit({ unit, multiplier });
      for (let i = -60; i <= 60; i++) {
        const value = (i % 2 === 0 ? 1 : -1) * 1.9 ** i;
        const expected = Number(value.toPrecision(5));
        const texts = [quantityText(value, shown), quantityText(value, shown, "short")];
        // "2" may be two, or two of the prefix that stands for a unit.
        if (unit !== "" || multiplier === 1) texts.push(fullText(value, shown));
        for (const text of texts) {
          const read = typedNumber(text, { shown }) ?? Number.NaN;
          assert.ok(
            Math.abs(read / expected - 1) < 1e-12,
            `${value} ${unit} x ${multiplier}: ${text} is read as ${read}`,
          );
        }
      }
    }
});
