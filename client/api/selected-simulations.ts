/** Selected simulations: which of them exist, and their values as a table for other programs. */
import { MAX_NAMED_SIMULATIONS } from "@understudy/shared/limits.ts";
import { call, readFailure } from "./call.ts";
import { reportLoggedOut } from "./session.ts";

/** The download of one part is given up after this long. */
const DOWNLOAD_LIMIT_MS = 120_000;

/**
 * Reads a file with selected simulations: so many at a time as an address may name.
 * @throws ApiFailure when the server refuses the file
 */
export async function readSimulationsCsv(jobId: number, ids: Iterable<number>): Promise<string> {
  const parts: string[] = [];
  for (const list of listParts([...ids])) {
    const signal = AbortSignal.timeout(DOWNLOAD_LIMIT_MS);
    const path = `/static/work_dirs/${jobId}/simulations.csv?units=shown&ids=${list.join(",")}`;
    const response = await fetch(path, { signal });
    const text = await response.text();
    if (response.status === 401) reportLoggedOut();
    if (!response.ok) throw readFailure(response.status, text);
    parts.push(text);
  }
  return joinParts(parts);
}

/** Asks the server which of some simulations exist: so many at a time as an address may name. */
export async function findExistingSimulations(jobId: number, ids: Iterable<number>): Promise<Set<number>> {
  const existing = new Set<number>();
  for (const list of listParts([...ids])) {
    const answer = await call("findExistingSimulations", { params: { job_id: jobId }, query: { ids: list } });
    for (const id of answer.ids) existing.add(id);
  }
  return existing;
}

const listParts = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_NAMED_SIMULATIONS) }, (_, part) =>
    ids.slice(part * MAX_NAMED_SIMULATIONS, (part + 1) * MAX_NAMED_SIMULATIONS),
  );

/** A record of a CSV file (RFC 4180): line ends within quotes belong to a cell. */
const HEADER_PATTERN = /^(?:[^"\r\n]|"[^"]*")*\r\n/;

/** Joins files with one header. */
export const joinParts = ([first = "", ...following]: readonly string[]): string =>
  [first, ...following.map((part) => part.replace(HEADER_PATTERN, ""))].join("");
