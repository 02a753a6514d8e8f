/** DATA_DIR/<store>/engine.json: which engine wrote this folder, so that no other version ever opens it. */
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Engine } from "./engine.ts";

/** A file of the program as it was when it said its version; `modified` in milliseconds since 1970. */
const programFile = z.object({ path: z.string(), bytes: z.number(), modified: z.number() });
const engineRecord = z.object({
  product: z.enum(["MongoDB", "Redis", "Valkey"]),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  source: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  /** Earlier versions recorded none. */
  files: z.array(programFile).default([]),
}) satisfies z.ZodType<Engine>;
export type EngineRecord = z.infer<typeof engineRecord>;

const recordPath = (folder: string) => join(folder, "engine.json");

/** Null when the folder has never been opened. @throws Error when the record is there but cannot be understood. */
export function readEngineRecord(folder: string): EngineRecord | null {
  let text: string;
  try {
    text = readFileSync(recordPath(folder), "utf8");
  } catch {
    return null;
  }
  try {
    return engineRecord.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${recordPath(folder)} is damaged, so nothing here opens the data beside it.`, {
      cause: error,
    });
  }
}

/** Written beside and renamed, so that a crash leaves the old record or the new one. */
export function writeEngineRecord(folder: string, engine: Engine): void {
  const temporary = `${recordPath(folder)}.new`;
  const written: EngineRecord = { ...engine, files: describeFiles(engine) };
  writeFileSync(temporary, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, recordPath(folder));
}

/** The program, and where it is run by another one, as an emulator, both. */
const describeFiles = ({ command, args }: Engine): EngineRecord["files"] =>
  [command, ...args].filter(isAbsolute).flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? [{ path, bytes: stats.size, modified: stats.mtimeMs }] : [];
  });

/** Tells whether the program's files are those that said the recorded version: under emulation it takes seconds to be asked again. */
export const hasSameFiles = (record: EngineRecord): boolean =>
  record.files.length > 0 && isDeepStrictEqual(record.files, describeFiles(record));
