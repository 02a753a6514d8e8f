/** Lines `name = value`, in any text: other lines are passed over. */
import { nearest } from "../expressions/nearest.ts";
import { problemOfNumber, readNumber } from "./number.ts";
import { OutputError } from "./output-error.ts";

/** What stands after the names, each as a text; of a name that comes again, as in an iteration, the last counts. */
export function readKeyValues(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.search(/[=:]/);
    if (at <= 0) continue;
    const name = line.slice(0, at).trim();
    // ngspice goes on behind the value: "rise = 1.2e-9 targ= 3e-9 trig= 2e-9".
    if (name !== "") found.set(name, /\S+/.exec(line.slice(at + 1))?.[0] ?? "");
  }
  return found;
}

/** @param what the output and its file, for the sentence @throws OutputError */
export function numberInKeyValues(found: ReadonlyMap<string, string>, key: string, what: string): number {
  const text = found.get(key) ?? found.get(alike(found, key) ?? "");
  if (text === undefined) throw new OutputError(`${what} is missing${nearest(key, found.keys()) || "."}`);
  const value = readNumber(text);
  if (Number.isNaN(value)) throw new OutputError(`${what} ${problemOfNumber(text)}.`);
  return value;
}

const alike = (found: ReadonlyMap<string, string>, key: string): string | undefined =>
  [...found.keys()].find((name) => name.toLowerCase() === key.toLowerCase());
