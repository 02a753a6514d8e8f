import {
  chosenUnit,
  shownUnit,
  storedValue,
  suggestedMultiplier,
} from "@understudy/shared/quantities/shown-unit.ts";
import { assert, suite } from "../../../harness.ts";

const units = suite("the unit that is shown");
const writeUnit = (unit: string, multiplier: number) => chosenUnit({ unit, multiplier }).text;

units("has the prefix of the multiplier", () => {
  assert.is(writeUnit("F", 1e-12), "pF");
  assert.is(writeUnit("Hz", 1e9), "GHz");
  assert.is(writeUnit("W", 1e-3), "mW");
  assert.is(writeUnit("V/s", 1e6), "MV/s");
  assert.is(writeUnit("V/us", 1e3), "kV/us");
  assert.is(writeUnit("m²", 1e-12), "µm²");
  assert.is(writeUnit("Ω", 1e3), "kΩ");
  assert.is(writeUnit("V", 1), "V");
});

units("adds the multiplier to a prefix that is there, and leaves it where it is the same", () => {
  assert.is(writeUnit("mV", 1e3), "V");
  assert.is(writeUnit("kg", 1e-3), "g");
  assert.is(writeUnit("um", 1e-3), "nm");
  assert.is(writeUnit("pF", 1e-12), "pF");
  assert.is(writeUnit("µm", 1e-6), "µm");
});

units("has a power of ten where no prefix can say it", () => {
  assert.is(writeUnit("dB", 1e-3), "10⁻³ dB");
  assert.is(writeUnit("%", 1e3), "10³ %");
  assert.is(writeUnit("degC", 1e-3), "10⁻³ degC");
  assert.is(writeUnit("V/V", 1e3), "10³ V/V");
  assert.is(writeUnit("m²", 1e-9), "10⁻⁹ m²");
  for (const unit of ["s^-1", "s⁻¹", "m^4", "m-3", "1/s"]) assert.is(writeUnit(unit, 1e3), `10³ ${unit}`);
});

const column = (unit: string, min: number, max: number, multiplier = 1) => ({ unit, min, max, multiplier });

units("is the prefix alone of numbers without a unit", () => {
  assert.is(writeUnit("", 1e-12), "p");
  assert.is(writeUnit("", 1e3), "k");
  assert.is(writeUnit("", 1), "");
});

units("follows the range of a column for which no multiplier was chosen", () => {
  assert.is(shownUnit(column("F", 1e-13, 4e-12)).text, "pF");
  assert.is(shownUnit(column("F", 1e-13, 4e-12, 1e-9)).text, "nF");
  assert.is(shownUnit(column("V", 0.3, 0.9)).text, "V");
  assert.is(shownUnit({ unit: "V", multiplier: 1, min: null, max: null }).text, "V");
});

units("is none of categories, whatever was set", () => {
  assert.is(shownUnit({ ...column("V", 1, 8, 1e3), values: [1, 2, 4, 8] }).text, "");
  assert.is(shownUnit({ ...column("V", 1, 8, 1e3), values: ["tt", "ff"] }).multiplier, 1);
});

units("takes shown values back to what is stored, to the last bit", () => {
  assert.is(storedValue(2.2, chosenUnit({ unit: "F", multiplier: 1e-12 })), 2.2e-12);
  assert.is(storedValue(-5.95e-3, chosenUnit({ unit: "V/s", multiplier: 1e6 })), -5950);
  assert.is(storedValue(0, chosenUnit({ unit: "V", multiplier: 1e-3 })), 0);
});

const suggested = suite("the suggested multiplier");

suggested("makes the largest value one to a thousand", () => {
  assert.is(suggestedMultiplier(column("F", 1e-13, 4e-12)), 1e-12);
  assert.is(suggestedMultiplier(column("Hz", 1e9, 8e9)), 1e9);
  assert.is(suggestedMultiplier(column("s", 2e-9, 8e-9)), 1e-9);
  assert.is(suggestedMultiplier(column("W", -2e-3, 5e-3)), 1e-3);
  assert.is(suggestedMultiplier(column("m²", 1e-12, 4e-12)), 1e-12);
  assert.is(suggestedMultiplier(column("", 1e-13, 4e-12)), 1e-12);
});

suggested("is none where the values are easy to read already", () => {
  assert.is(suggestedMultiplier(column("V", 0.3, 0.9)), null);
  assert.is(suggestedMultiplier(column("F", 1e-13, 4e-12, 1e-12)), null);
  assert.is(suggestedMultiplier(column("", 2000, 8000)), null);
});

suggested(
  "is none where none can help: no prefix, one of its own, categories, no range, a sweep over decades",
  () => {
    assert.is(suggestedMultiplier(column("dB", 1e-5, 2e-5)), null);
    assert.is(suggestedMultiplier(column("s", 2e3, 8e3)), null);
    assert.is(suggestedMultiplier(column("mV", 1e3, 2e3)), null);
    assert.is(suggestedMultiplier({ ...column("V", 1e3, 2e3), values: [1e3, 2e3] }), null);
    assert.is(suggestedMultiplier({ unit: "V", multiplier: 1, min: null, max: null }), null);
    assert.is(suggestedMultiplier(column("V", 0, 0)), null);
    assert.is(suggestedMultiplier(column("Hz", 1, 1e9)), null);
  },
);
