/** Selected simulations: which of them exist, and their values as a table for other programs. */
import { MAX_NAMED_SIMULATIONS } from "@understudy/shared/limits.ts";
import { call, readFailure } from "./call.ts";
import { reportLoggedOut } from "./session.ts";

/** The download of one part is given up after this long. */
const DOWNLOAD_LIMIT_MS = 120_000;

/** More parts at a time would wait for each other in the server, and keep it from answering others. */
const PARTS_AT_ONCE = 4;

/**
 * Reads a file with selected simulations: so many in each part as an address may name.
 * @throws ApiFailure when the server refuses the file
 */
export async function readSimulationsCsv(jobId: number, ids: Iterable<number>): Promise<string> {
  const parts = await loadParts([...ids], async (list) => {
    const signal = AbortSignal.timeout(DOWNLOAD_LIMIT_MS);
    const path = `/static/work_dirs/${jobId}/simulations.csv?units=shown&ids=${list.join(",")}`;
    const response = await fetch(path, { signal });
    const text = await response.text();
    if (response.status === 401) reportLoggedOut();
    if (!response.ok) throw readFailure(response.status, text);
    return text;
  });
  return joinParts(parts);
}

/** Asks the server which of some simulations exist: so many in each part as an address may name. */
export async function findExistingSimulations(jobId: number, ids: Iterable<number>): Promise<Set<number>> {
  const answers = await loadParts([...ids], (list) =>
    call("findExistingSimulations", { params: { job_id: jobId }, query: { ids: list } }),
  );
  return new Set(answers.flatMap((answer) => answer.ids));
}

function* listParts(ids: readonly number[]): Generator<{ part: number; list: number[] }> {
  for (let part = 0; part * MAX_NAMED_SIMULATIONS < ids.length; part++)
    yield { part, list: ids.slice(part * MAX_NAMED_SIMULATIONS, (part + 1) * MAX_NAMED_SIMULATIONS) };
}

/**
 * Loads a few parts at a time, each as soon as an earlier one has come. After a failure no more are asked for.
 * @returns the parts in the order of the simulations
 */
export async function loadParts<Part>(
  ids: readonly number[],
  load: (list: number[]) => Promise<Part>,
): Promise<Part[]> {
  const waiting = listParts(ids);
  const parts: Part[] = [];
  // A loop that throws closes the generator, which ends the other loops.
  const loadNext = async () => {
    for (const { part, list } of waiting) parts[part] = await load(list);
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, loadNext));
  return parts;
}

/** A record of a CSV file (RFC 4180): line ends within quotes belong to a cell. */
const HEADER_PATTERN = /^(?:[^"\r\n]|"[^"]*")*\r\n/;

/** Joins files with one header. */
export const joinParts = ([first = "", ...following]: readonly string[]): string =>
  [first, ...following.map((part) => part.replace(HEADER_PATTERN, ""))].join("");
