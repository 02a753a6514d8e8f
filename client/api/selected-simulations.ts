/** The values of selected simulations, as a table for other programs. */
import { readFailure } from "./call.ts";
import { reportLoggedOut } from "./session.ts";

/** The download is given up after this long. */
const DOWNLOAD_LIMIT_MS = 120_000;

/**
 * Reads the lines of selected simulations from the file of all of them.
 * @throws ApiFailure when the server refuses the file
 */
export async function readSimulationsCsv(jobId: number, ids: ReadonlySet<number> | null): Promise<string> {
  const signal = AbortSignal.timeout(DOWNLOAD_LIMIT_MS);
  const response = await fetch(`/static/work_dirs/${jobId}/simulations.csv?units=shown`, { signal });
  const text = await response.text();
  if (response.status === 401) reportLoggedOut();
  if (!response.ok) throw readFailure(response.status, text);
  return pickSimulations(text, ids ?? new Set());
}

/**
 * A record of a CSV file (RFC 4180): line ends within quotes belong to a cell. A doubled quote ends one quoted text and begins another:
 * there is one way to read each record, so that one without an end does not take a time that is exponential in its quotes.
 */
const RECORD_PATTERN = /(?:[^"\r\n]|"[^"]*")+\r\n/g;

/** Returns the header of a file of simulations, and the records of those with one of the ids, which their first cells are. */
export function pickSimulations(csv: string, ids: ReadonlySet<number>): string {
  const [header = "", ...records] = csv.match(RECORD_PATTERN) ?? [];
  return [header, ...records.filter((record) => ids.has(Number.parseInt(record, 10)))].join("");
}
