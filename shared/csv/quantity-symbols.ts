/** Which names stand for a quantity of a unit: U or voltage in V. They tell `U/V` from a quotient such as `I/V`. */
import { parseUnit } from "../quantities/unit.ts";

/** The letters that quantities of a unit are written with (ISO 80000), and words for them. */
const QUANTITIES_BY_UNIT: Readonly<Record<string, { readonly symbols: string; readonly words: RegExp }>> = {
  V: { symbols: "VUuvE", words: /volt|potential|bias|supply/ },
  A: { symbols: "Ii", words: /current/ },
  Ω: { symbols: "RrZX", words: /resist|imped|react/ },
  s: { symbols: "tTτ", words: /time|delay|period|duration|width/ },
  Hz: { symbols: "fFν", words: /freq|bandwidth|rate/ },
  K: { symbols: "TΘϑθ", words: /temp/ },
  W: { symbols: "P", words: /power|loss|dissip/ },
  F: { symbols: "C", words: /capac/ },
  H: { symbols: "LM", words: /induct/ },
  N: { symbols: "F", words: /force|load|thrust/ },
  J: { symbols: "EWQ", words: /energy|work|heat/ },
  C: { symbols: "Q", words: /charge/ },
  S: { symbols: "GYg", words: /conduct|admit/ },
  T: { symbols: "B", words: /flux|field|induction/ },
  m: {
    symbols: "lxyzdhbwLWHDsrλ",
    words: /length|width|height|depth|thick|dist|posit|radius|diameter|gap|pitch|wave/,
  },
  g: { symbols: "mM", words: /mass|weight/ },
};
const LETTER = /\p{L}/u;
const OHM = /^ohms?$/i;

/**
 * Tells whether a name may be that of a quantity in a unit, by its first letter or its words; true of units of several letters
 * whose quantities have none, such as dB.
 */
export function isQuantityOf(name: string, unit: string): boolean {
  const { symbol, rest } = parseUnit(unit);
  if (rest !== "") return true;
  const quantity = QUANTITIES_BY_UNIT[OHM.test(symbol) ? "Ω" : symbol.normalize("NFKC")];
  if (quantity === undefined) return symbol.length > 1 || !LETTER.test(symbol);
  return quantity.symbols.includes(name.charAt(0)) || quantity.words.test(name.toLowerCase());
}
