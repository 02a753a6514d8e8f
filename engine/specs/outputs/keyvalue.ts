/** Lines `name = value`, in any text: other lines are passed over. */
import { nearest } from "../expressions/nearest.ts";
import { problemOfNumber, readNumber } from "./number.ts";
import { OutputError } from "./output-error.ts";

/** Reads the text that follows each name; of a name that occurs again, as in an iteration, the last counts. */
export function readKeyValues(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.search(/[=:]/);
    if (at <= 0) continue;
    const name = line.slice(0, at).trim();
    // ngspice goes on behind the value: "rise = 1.2e-9 targ= 3e-9 trig= 2e-9".
    if (name !== "") values.set(name, /\S+/.exec(line.slice(at + 1))?.[0] ?? "");
  }
  return values;
}

/** @param label the output and its file, for the sentence @throws OutputError */
export function numberInKeyValues(values: ReadonlyMap<string, string>, key: string, label: string): number {
  const text = values.get(key) ?? values.get(findIgnoringCase(values, key) ?? "");
  if (text === undefined) throw new OutputError(`${label} is missing${nearest(key, values.keys()) || "."}`);
  const value = readNumber(text);
  if (Number.isNaN(value)) throw new OutputError(`${label} ${problemOfNumber(text)}.`);
  return value;
}

const findIgnoringCase = (values: ReadonlyMap<string, string>, key: string): string | undefined =>
  [...values.keys()].find((name) => name.toLowerCase() === key.toLowerCase());
