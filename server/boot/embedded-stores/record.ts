/** DATA_DIR/<store>/engine.json: which engine wrote this folder, so that no other version ever opens it. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Engine } from "./engine.ts";

const record = z.object({
  product: z.enum(["MongoDB", "Redis", "Valkey"]),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  source: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
}) satisfies z.ZodType<Engine>;

const recordPath = (folder: string) => join(folder, "engine.json");

/** Null when the folder has never been opened. @throws Error when the record is there but cannot be understood. */
export function readEngineRecord(folder: string): Engine | null {
  let text: string;
  try {
    text = readFileSync(recordPath(folder), "utf8");
  } catch {
    return null;
  }
  try {
    return record.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${recordPath(folder)} is damaged, so nothing here opens the data beside it.`, {
      cause: error,
    });
  }
}

/** Written beside and renamed, so that a crash leaves the old record or the new one. */
export function writeEngineRecord(folder: string, engine: Engine): void {
  const temporary = `${recordPath(folder)}.new`;
  writeFileSync(temporary, `${JSON.stringify(engine, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, recordPath(folder));
}
