/** Tells which texts are units. */
import { parseUnit } from "./unit.ts";

/** Units that no prefix can stand before, as people write them. */
const FURTHER_UNITS = new Set(
  [
    "°C °F degC degF deg_C deg_F celsius fahrenheit deg ° degrees % percent ppm ppb dB dBm dBc dBV dBi dBW",
    "min h hr hrs hour hours d day days sec secs second seconds rpm turns counts LSB px um2 mil in inch ft lb psi atm mmHg",
    "volt volts amp amps ampere amperes farad farads henry hertz watt watts kelvin joule newton pascal tesla weber",
    "meter meters metre metres micron microns gram grams radian radians second minute minutes inches khz mhz ghz hz",
    "Angstrom Å decade dec octave oct sqrt(Hz) √Hz rtHz a.u. arb.",
  ].flatMap((line) => line.split(" ")),
);

/** Tells whether a text is a unit: factors such as V, /us, *m^2 that are all known. */
export function isUnit(text: string): boolean {
  if (text === "") return false;
  const factors = text.replace(/sqrt\(Hz\)|√Hz/g, "Hz").split(/[/*·⋅\s]+/);
  // A reciprocal is a unit, 1/s; one of a unit is a quantity, 1 V.
  const isReciprocal = /^1\s*\//.test(text);
  return factors.every((factor, i) => isFactor(factor) || (i === 0 && factor === "1" && isReciprocal));
}

function isFactor(factor: string): boolean {
  // The power: m^2, s-1, cm³. More digits belong to a name: 2N3904 is no number of newtons.
  const base = factor.replace(/(?:\^?[-−]?[1-9]|⁻?[¹²³⁴-⁹])$/u, "");
  if (base === "") return false;
  return (
    FURTHER_UNITS.has(factor) ||
    FURTHER_UNITS.has(base) ||
    FURTHER_UNITS.has(base.toLowerCase()) ||
    parseUnit(base).prefix !== null
  );
}

/** A unit without the prefix of its first factor: `Ohm` of `kOhm`, `V/s` of `mV/s`; null for what is no unit. */
export function withoutPrefix(text: string): string | null {
  if (!isUnit(text)) return null;
  const { symbol, rest } = parseUnit(text);
  return `${symbol}${rest}`;
}
