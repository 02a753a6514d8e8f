/** Single runs of a bench, kept in a file of tests/bench/results so that a part of its tables can be measured anew. */
import { z } from "zod";
import { environment, readIfThere, resultsPath, writeWhole } from "./results.ts";

/** When, beside how much other work, and with which version a run was measured. */
export const stampSchema = z.object({ date: z.string(), load: z.number(), commit: z.string() });
export type Stamp = z.infer<typeof stampSchema>;

export function stamp(): Stamp {
  const { date, load, commit } = environment();
  return { date, load, commit };
}

/** @param makeKey runs with the same key are measurements of the same thing, of which the latest counts */
export function createRunStore<Run extends Stamp>(
  name: string,
  schema: z.ZodType<Run>,
  makeKey: (run: Run) => string,
) {
  const read = (): Run[] => {
    const text = readIfThere(resultsPath(name));
    return text === null ? [] : z.array(schema).parse(JSON.parse(text));
  };
  return {
    read,
    /**
     * The stored runs, with these in the place of earlier ones with the same key.
     * @throws Error that names a run with a value that the file cannot hold, such as a score that is no number
     */
    merge(runs: readonly Run[], write: boolean): Run[] {
      for (const run of runs) {
        const { success, error } = schema.safeParse(run);
        if (!success) throw new Error(`The run "${makeKey(run)}" cannot be stored.`, { cause: error });
      }
      const merged = new Map([...read(), ...runs].map((run) => [makeKey(run), run]));
      const all = [...merged.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, run]) => run);
      if (write)
        writeWhole(resultsPath(name), `[\n${all.map((run) => JSON.stringify(run)).join(",\n")}\n]\n`);
      return all;
    },
  };
}
