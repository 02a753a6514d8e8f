/** The promises of the product specification, a file for each of its points, and those beyond it; and the tests that hold them. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";

const TESTS_FOLDER = join(import.meta.dirname, "..");

const promise = z.strictObject({
  kind: z.enum(["route", "screen", "field", "state", "rule", "permission", "call", "text", "constant"]),
  /**
   * The promise: of a `call` its method and path, of a `text` the text itself, of a `constant` its name in
   * `shared/limits.ts` and its value.
   */
  promise: z.string().min(1),
  /** Below `tests/`; empty: nothing holds the promise. */
  file: z.string(),
  test: z.string(),
});
export type Promised = z.infer<typeof promise> & { readonly at: string };

/** All rows, each with its file and line. */
export function promises(): Promised[] {
  return globSync("*.csv", { cwd: import.meta.dirname })
    .sort()
    .flatMap((name) => {
      const path = join(import.meta.dirname, name);
      const rows: unknown[] = parse(readFileSync(path), { columns: true });
      return rows.map((row, i) => ({ ...promise.parse(row), at: `${basename(name)}:${i + 2}` }));
    });
}

const NAME_PATTERN = /(?<![\w.])(\w+)\(\s*(["`])((?:\\.|(?!\2).)*)\2/gs;

/** The names of a file's tests as they stand there, placeholders included; null: there is no such file. */
export function testNames(file: string): ReadonlySet<string> | null {
  const text = testText(file);
  if (text === null) return null;
  const suites = new Set(["test", ...Array.from(text.matchAll(/(\w+) = suite\(/g), ([, name = ""]) => name)]);
  const named = Array.from(text.matchAll(NAME_PATTERN)).filter(([, caller = ""]) => suites.has(caller));
  return new Set(named.map(([, , , name = ""]) => name.replaceAll('\\"', '"')));
}

/**
 * Finds the source of one test of a file: from its name to the next line that is not indented; empty: there is no
 * such test.
 */
export function testSource(file: string, test: string): string {
  const [, ...after] = testText(file)?.split(`"${test}"`) ?? [];
  return after.join(test).split(/\n(?=\S)/)[0] ?? "";
}

/** Null: there is no such file. */
function testText(file: string): string | null {
  try {
    return readFileSync(join(TESTS_FOLDER, file), "utf8");
  } catch {
    return null;
  }
}
