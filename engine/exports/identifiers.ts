/** Identifiers for names of people: valid in every language that an emulator is exported to. */
import { MATLAB_FUNCTIONS, PYTHON_MODULES, RESERVED_NAMES } from "./keywords.ts";

/** MATLAB takes 63 characters. */
const MAX_CHARACTERS = 60;

/** One a name, in their order; unique also without regard to case, and no keyword. */
export function uniqueIdentifiers(names: readonly string[]): string[] {
  const taken = new Set(RESERVED_NAMES);
  return names.map((name) => {
    const identifier = freeIdentifier(plain(name) || "variable", taken);
    taken.add(identifier.toLowerCase());
    return identifier;
  });
}

/**
 * Makes the identifier of a module, a function and a file: in lower case, and none that Python or MATLAB would then
 * load instead of its own.
 */
export const moduleIdentifier = (title: string): string =>
  freeIdentifier(
    (plain(title) || "emulator").toLowerCase(),
    new Set([...RESERVED_NAMES, ...PYTHON_MODULES, ...MATLAB_FUNCTIONS]),
  );

function plain(name: string): string {
  const ascii = name
    .replaceAll(/[Ωω]/g, "ohm")
    .normalize("NFKD")
    .replaceAll("μ", "u")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return (/^[0-9]/.test(ascii) ? `v${ascii}` : ascii).slice(0, MAX_CHARACTERS).replace(/_+$/, "");
}

/**
 * The wanted identifier or, where it is taken, the first of it with a number.
 * @param taken in lower case.
 */
export function freeIdentifier(preferred: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : `_${number}`;
    const candidate = preferred.slice(0, MAX_CHARACTERS - suffix.length) + suffix;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
