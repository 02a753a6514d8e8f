/**
 * Chooses the engine that opens a store's folder: the recorded one, or the first that works and may open the files
 * there.
 */
import { existsSync } from "node:fs";
import { type Candidate, type Engine, identify, sameSeries } from "./engine.ts";
import { type EngineRecord, hasSameFiles, readEngineRecord, writeEngineRecord } from "./record.ts";

/** The engine that wrote the folder is gone and every engine found here is of another version. */
export class EngineVersionError extends Error {
  override readonly name = "EngineVersionError";
}

/** The engine of a record, or a sentence saying why it is not what it was. */
export async function recordedEngine(record: EngineRecord): Promise<Engine | string> {
  const { files, ...engine } = record;
  if (hasSameFiles(record)) return engine;
  if (engine.command.includes("/") && !existsSync(engine.command)) return `${engine.command} is gone`;
  try {
    const now = await identify(engine, engine.source);
    return sameSeries(now, engine) ? now : `${engine.command} is ${now.product} ${now.version} now`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const tryOne = ({ find }: Candidate): Promise<Engine | string> =>
  find().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));

function nothingFound(tried: string[], variable: string): Error {
  const store = variable === "MONGODB_URL" ? "MongoDB" : "Redis";
  return new Error(
    `No way was found to run ${store} here. Tried:${bulleted(tried)}\nSet ${variable} to a server of your own, or install one and start again.`,
  );
}

const bulleted = (lines: string[]) => lines.map((line) => `\n  - ${line}`).join("");

/**
 * @param folder the store's own folder, which exists
 * @param variable what a person sets to use a server of their own instead: MONGODB_URL or REDIS_URL
 * @throws EngineVersionError when only engines of another version are found; Error naming everything tried when none is.
 */
export async function chooseEngine(
  folder: string,
  candidates: Candidate[],
  variable: string,
): Promise<Engine> {
  const written = readEngineRecord(folder);
  const tried: string[] = [];
  const refused: Engine[] = [];
  const ways: Candidate[] =
    written === null
      ? candidates
      : [{ name: "the engine used before", find: () => recordedEngine(written) }, ...candidates];
  for (const way of ways) {
    const outcome = await tryOne(way);
    if (typeof outcome === "string") {
      tried.push(`${way.name}: ${outcome}`);
    } else if (written !== null && !sameSeries(written, outcome)) {
      refused.push(outcome);
      tried.push(`${way.name}: it is ${outcome.product} ${outcome.version}`);
    } else {
      writeEngineRecord(folder, outcome);
      return outcome;
    }
  }
  if (written === null || refused.length === 0) throw nothingFound(tried, variable);
  throw new EngineVersionError(
    `${folder} was written by ${written.product} ${written.version}, and no other version opens it unasked. Tried:${bulleted(tried)}\nBring that version back, run npm run data:upgrade while it is there, or set ${variable} to a server of your own.`,
  );
}

/** The first engine that works, for a folder that nothing has written yet. @throws Error naming everything tried. */
export async function findEngine(candidates: Candidate[], variable: string): Promise<Engine> {
  const tried: string[] = [];
  for (const candidate of candidates) {
    const outcome = await tryOne(candidate);
    if (typeof outcome !== "string") return outcome;
    tried.push(`${candidate.name}: ${outcome}`);
  }
  throw nothingFound(tried, variable);
}
