/** Units in the names of columns: `R (Ohm)`, `Vdd [V]`, `R/Ohm`, `R in Ohm`, `"C, pF"`. */
import { listNames } from "../list-names.ts";
import { isUnit } from "../quantities/known-units.ts";
import { isSameUnit } from "../quantities/typed-number.ts";
import { parseUnit } from "../quantities/unit.ts";
import { parseNumber } from "./cells.ts";

/** A longer name is refused anyway. */
const MAX_CHARACTERS = 250;
/** More names do not fit into a sentence. */
const MAX_NOTED_NAMES = 8;
/** Units that are English words as well: `V(in)`, `"delay, min"`. */
const UNIT_WORDS = new Set(
  "in min day days hour hours second seconds minute minutes sec turns counts mil as am".split(" "),
);
/** Probes and functions of circuit simulators, whose brackets hold the name of a node: `V(out)`, `db(out)`. */
const PROBE_NAMES = new Set("v i p".split(" "));
const FUNCTION_NAMES = new Set(
  "vdb vm vp vr vi idb im ip ir ii db db20 mag ph phase real re imag abs log log10 ln exp sqrt max min mean std sum".split(
    " ",
  ),
);
/** `item(s)` is a plural. */
const PLURAL_OR_WORD_UNITS = new Set("s d h".split(" "));

export type NamedUnit = { readonly name: string; readonly unit: string };

/**
 * Takes the unit out of the name of a column: `R (Ohm)` is R in Ohm. A prefix stays part of the unit: `I (mA)` is I in mA.
 * @returns null where the name holds no unit, or what stands in its brackets may be something else: `V(out)`, `I (max)`, `freq_Hz`
 */
export function splitHeaderUnit(cell: string): NamedUnit | null {
  const text = cell.trim();
  if (text.length > MAX_CHARACTERS) return null;
  const split = splitQuotient(text) ?? splitBrackets(text) ?? splitAtComma(text) ?? splitAtWord(text);
  return split === null || split.name === "" || !Number.isNaN(parseNumber(split.name)) ? null : split;
}

function splitBrackets(text: string): NamedUnit | null {
  const open = findOpeningBracket(text);
  if (open <= 0) return null;
  const before = text.slice(0, open);
  const name = before.trimEnd();
  const unit = text.slice(open + 1, -1).trim();
  if (!isUnit(unit)) return null;
  const isWordAtProbe = UNIT_WORDS.has(unit.toLowerCase()) && PROBE_NAMES.has(name.toLowerCase());
  const isApart = before !== name || text[open] === "[";
  return (isApart ? !isWordAtProbe : isUnitOfCall(name, unit)) ? { name, unit } : null;
}

/** Tells whether a name directly before round brackets is no function of what they hold: `Vdd(V)`, but not `V(A)`. */
function isUnitOfCall(name: string, unit: string): boolean {
  const lowerName = name.toLowerCase();
  if (FUNCTION_NAMES.has(lowerName)) return false;
  if (PROBE_NAMES.has(lowerName)) return isSureUnit(unit) && (parseUnit(unit).prefix ?? 0) !== 0;
  return isSureUnit(unit) || (unit.length === 1 && name.length > 1 && !PLURAL_OR_WORD_UNITS.has(unit));
}

/** The quotient of a quantity and its unit (ISO 80000): `R/Ohm`, `U_in / mV`, `v/(m/s)`. `I/V`, `km/h` and `W/L` are quotients of quantities. */
function splitQuotient(text: string): NamedUnit | null {
  const [, name = "", bracketed, bare = ""] =
    /^([^/[\]]+?) ?\/ ?(?:\(([^()]+)\)|([^/\s()[\]]+))$/.exec(text) ?? [];
  return fitTogether(name, bracketed ?? bare);
}

/** `R in Ohm`, `drain current in mA`. */
function splitAtWord(text: string): NamedUnit | null {
  const [, name = "", unit = ""] = /^(.*\S) in (\S+)$/.exec(text) ?? [];
  return fitTogether(name, unit);
}

/** A differential is no unit: dT is no tenth of a tesla. */
const DIFFERENTIAL_PATTERN = /^d(?!B)\p{L}$/u;
/** A name of one letter may be a unit itself; a longer one that is a unit makes a unit of the quotient: km/h. */
const isUnitByItself = (name: string): boolean => name.length > 1 && isUnit(name);

function fitTogether(name: string, unit: string): NamedUnit | null {
  if (!isUnit(unit) || UNIT_WORDS.has(unit.toLowerCase()) || DIFFERENTIAL_PATTERN.test(unit)) return null;
  return !isUnitByItself(name) && mayHaveUnit(name, unit) ? { name, unit } : null;
}

/**
 * The letters that quantities of a unit are written with (ISO 80000), and words for them: they tell `U/V` from quotients of two quantities
 * such as `I/V`.
 */
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
const LETTER_PATTERN = /\p{L}/u;
const OHM_PATTERN = /^ohms?$/i;

/**
 * Tells whether a name may be that of a quantity in a unit, by its first letter or its words; true of units of several letters
 * whose quantities have none, such as dB.
 */
function mayHaveUnit(name: string, unit: string): boolean {
  const { symbol, rest } = parseUnit(unit);
  if (rest !== "") return true;
  const quantity = QUANTITIES_BY_UNIT[OHM_PATTERN.test(symbol) ? "Ω" : symbol.normalize("NFKC")];
  if (quantity === undefined) return symbol.length > 1 || !LETTER_PATTERN.test(symbol);
  return quantity.symbols.includes(name.charAt(0)) || quantity.words.test(name.toLowerCase());
}

/** Names of series have such units: `"R, kOhm"`. A comma without a blank is part of a name: `"gamma,s,v"`. */
function splitAtComma(text: string): NamedUnit | null {
  const [, name = "", unit = ""] = /^([^,]*[^,\s]), +(\S+)$/.exec(text) ?? [];
  return isSureUnit(unit) ? { name: name.trim(), unit } : null;
}

const isSureUnit = (unit: string): boolean =>
  unit.length > 1 && isUnit(unit) && !UNIT_WORDS.has(unit.toLowerCase());

/** Finds the bracket that the last character closes; -1 where there is none. */
function findOpeningBracket(text: string): number {
  if (text.endsWith("]")) return text.lastIndexOf("[");
  if (!text.endsWith(")")) return -1;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ")") depth += 1;
    else if (text[at] === "(") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

export type HeaderUnits = {
  /** The names of the columns, without their units where these were read. */
  readonly cells: readonly string[];
  /** The units, one a column, "" for none; null where there are none. */
  readonly units: readonly string[] | null;
};

/** The choice about units in the names of columns, and the names that may not be used again. */
export type HeaderUnitsChoice = { readonly isRead: boolean; readonly taken: ReadonlySet<string> };

/**
 * Reads the units in the names of columns. A column keeps its name where two would be alike without their units, or where the row of
 * units says another unit.
 * @param rowUnits of the row of units, one a column; null where there is none
 * @param note called with a sentence about the units that the names hold, also where they are not read
 */
export function readHeaderUnits(
  cells: readonly string[],
  rowUnits: readonly string[] | null,
  { isRead, taken }: HeaderUnitsChoice,
  note: (text: string) => void,
): HeaderUnits {
  const splits = cells.map(splitHeaderUnit);
  const counts = new Map<string, number>();
  cells.forEach((cell, i) => {
    const name = splits[i]?.name ?? cell.trim();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  const sound = splits.map((split, i) => {
    if (split === null || counts.get(split.name) !== 1 || taken.has(split.name)) return null;
    const rowUnit = rowUnits?.[i] ?? "";
    return rowUnit === "" || isSameUnit(rowUnit, split.unit) ? split : null;
  });
  const texts = sound.flatMap((split) => (split === null ? [] : [`${split.name} in ${split.unit}`]));
  if (texts.length === 0) return { cells, units: rowUnits };
  const list = listNames(texts, MAX_NOTED_NAMES);
  note(
    isRead ? `The names of columns hold units: ${list}.` : `The names of columns may hold units: ${list}.`,
  );
  if (!isRead) return { cells, units: rowUnits };
  return {
    cells: cells.map((cell, i) => sound[i]?.name ?? cell),
    units: cells.map((_, i) => sound[i]?.unit ?? rowUnits?.[i] ?? ""),
  };
}

/**
 * Gives columns the names that a job expects, whether the file or the job has the units in the names: `R` and `R (Ohm)` are one column.
 * @param expectedNames the names that the job has
 */
export function matchHeaderNames(
  { cells, units }: HeaderUnits,
  writtenCells: readonly string[],
  expectedNames: readonly string[],
): HeaderUnits {
  const expected = new Set(expectedNames);
  const expectedSplits = expectedNames.flatMap((name) => {
    const split = splitHeaderUnit(name);
    return split === null ? [] : [{ ...split, written: name }];
  });
  const matches = cells.map((cell, i): NamedUnit => {
    const name = cell.trim();
    const unit = units?.[i] ?? "";
    const written = writtenCells[i]?.trim() ?? name;
    if (expected.has(name)) return { name, unit };
    if (expected.has(written)) return { name: written, unit };
    const split = splitHeaderUnit(written);
    if (split !== null && expected.has(split.name)) return unit === "" ? split : { name: split.name, unit };
    const bare = expectedSplits.filter((candidate) => candidate.name === (split?.name ?? name));
    const [only] = bare;
    const ownUnit = split?.unit ?? unit;
    const isAlike = only !== undefined && (ownUnit === "" || isSameUnit(ownUnit, only.unit));
    return bare.length === 1 && isAlike ? { name: only.written, unit } : { name, unit };
  });
  const hasUnits = units !== null || matches.some(({ unit }) => unit !== "");
  return { cells: matches.map(({ name }) => name), units: hasUnits ? matches.map(({ unit }) => unit) : null };
}

/** Finds the column that a person means by a name with or without its unit; the name itself where there is none. */
export function findColumnName(name: string, columnNames: readonly string[]): string {
  if (columnNames.includes(name)) return name;
  const { cells } = matchHeaderNames({ cells: [name], units: null }, [name], columnNames);
  return cells[0] ?? name;
}
