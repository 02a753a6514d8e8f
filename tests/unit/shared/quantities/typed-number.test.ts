import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { chosenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { readNumber, typedNumber, unitOfNumber } from "@understudy/shared/quantities/typed-number.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a number that is typed");
const inUnit = (unit: string, multiplier = 1) => ({ shown: chosenUnit({ unit, multiplier }) });
const readAll = (texts: Record<string, number | null>, unit = "", multiplier = 1) => {
  for (const [text, value] of Object.entries(texts))
    assert.is(typedNumber(text, inUnit(unit, multiplier)), value, `${text} in ${unit} x ${multiplier}`);
};

it("may be plain, with an exponent, a prefix, or a prefix in place of the point", () => {
  readAll({ " 12 ": 12, "-1.5e-3": -0.0015, ".5": 0.5, "5.": 5, "+2": 2, "−3": -3, "1E6": 1e6 });
  readAll({ "40u": 4e-5, "40µ": 4e-5, "40 μ": 4e-5, "1.5k": 1500, "100f": 1e-13, "0.5m": 5e-4, "1e-3k": 1 });
  readAll({ "3meg": 3e6, "3Meg": 3e6, "3M": 3e6, "3m": 3e-3, "2G": 2e9, "2T": 2e12, "2g": 2e9 });
  readAll({ "4k7": 4700, "4R7": 4.7, "-2u2": -2.2e-6, "1M5": 1.5e6, "0p5": 5e-13 });
});

it("may have a decimal comma, and is refused where the comma may part thousands", () => {
  readAll({
    "1,5": 1.5,
    "1,5k": 1500,
    "0,500": 0.5,
    "12,34": 12.34,
    "-1,2345": -1.2345,
    "1000,125": 1000.125,
  });
  readAll({ "1,234,567": 1234567, "1,500.5": 1500.5, "1,5,6": null, "1.234,5": null, "1,500": null });
  assert.equal(readNumber("1,500"), { problem: MESSAGES.ambiguousComma("1500", "1.500") });
  assert.equal(readNumber("1,500", { isWhole: true }), { value: 1500 });
});

it("may be written as programs, spreadsheets and other countries write it", () => {
  readAll({ "1.0D+04": 1e4, "1.0d-2": 0.01, "1.0+04": 1e4, "0.1234-104": 1.234e-105, "1.5×10^3": 1500 });
  readAll({ "5%": 0.05, "−1e−3": -1e-3, "1 200": 1200, "1'200.5": 1200.5, "10 000 000": 1e7, "10R": 10 });
  for (const [text, value] of [
    ["1,500", 1.5],
    ["1.234,5", 1234.5],
    ["1.234", 1234],
  ] as const)
    assert.is(typedNumber(text, { comma: "decimal", hasGroupingPoints: true }), value, text);
  assert.is(typedNumber("1,500", { comma: "thousands" }), 1500);
});

it("tells the unit behind it, without its prefix", () => {
  const units = {
    "4.7 kOhm": "Ohm",
    "4k7 Ω": "Ω",
    "3 dB": "dB",
    "7 mV/us": "V/us",
    "20 °C": "°C",
    "4k": "",
    "1e3": "",
  };
  for (const [text, unit] of Object.entries(units)) assert.is(unitOfNumber(text), unit, text);
  for (const text of ["2N3904", "BC547", "3x", "Ohm", "1-2", "2024-01-31"])
    assert.is(unitOfNumber(text), null, text);
});

it("is none where it is not one", () => {
  const none = ["", "abc", "u", "1e", "0x10", "Infinity", "1e999", "--1", "--1k", "5 V", "20um", "1 2"];
  for (const text of none) assert.equal(readNumber(text), { problem: MESSAGES.invalidNumber }, text);
});

it("must be whole where only whole numbers will do", () => {
  assert.equal(readNumber("3.4", { isWhole: true }), { problem: MESSAGES.wholeNumber });
  assert.equal(readNumber("3,4", { isWhole: true }), { problem: MESSAGES.wholeNumber });
  assert.equal(readNumber("2k", { isWhole: true }), { value: 2000 });
});

it("is in the unit that is shown, and converted to it from a prefix or a unit", () => {
  readAll(
    { "2.2": 2.2, "2.2 pF": 2.2, "2.2p": 2.2, "1n": 1000, "1 nF": 1000, "4e-12F": 4, "2p2F": 2.2 },
    "F",
    1e-12,
  );
  readAll(
    { "40u": 40, "40 um": 40, "40 µm": 40, "2m": 2000, "2 m": 2e6, "2 mm": 2000, "2 V": null },
    "m",
    1e-6,
  );
  readAll({ "3 m": 3, "3m": 3e-3, "3 mm": 3e-3 }, "m");
  readAll({ "40u": 0.04, "2": 2, "2 mm": 2, "2 m": 2000 }, "mm");
  readAll({ "300K": 300, "300 K": 300, "1mK": 1e-3 }, "K");
  readAll({ "7 MV/s": 7, "7M": 7, "7e6 V/s": 7, "7 kV/s": 7e-3 }, "V/s", 1e6);
  readAll({ "4k7": 4.7, "4k7 ohm": 4.7, "4.7 kΩ": 4.7, "4700 Ohms": 4.7 }, "Ohm", 1e3);
  readAll({ "3 dB": 3, "3dB": 3, "20m": 0.02, "3 kdB": null }, "dB");
  readAll({ "3": 3, "3 dB": 3000, "3m": 3 }, "dB", 1e-3);
  readAll({ "40 %": 40, "85 °C": null }, "%");
  readAll({ "85 °C": 85, "85degC": 85 }, "degC");
  // The prefix of a power belongs to its unit: 1 mm² is 1e-6 m².
  readAll({ "2 mm²": 2e-6, "2 mm2": 2e-6, "4 m2": 4 }, "m^2");
});

it("is shifted, not multiplied: to the last bit the number that is meant", () => {
  readAll({ "10u": 1e-5, "0.1n": 1e-10, "4.7p": 4.7e-12 });
  readAll({ "4.1e-12": 4.1e-12, "4.1n": 4100 }, "F", 1e-12);
});
