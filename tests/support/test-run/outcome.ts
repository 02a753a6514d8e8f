/** The report of a test file, as the host that runs it sends it to the test run. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The program that runs test files one after another; see there. */
export const HOST_FILE = join(import.meta.dirname, "host.ts");
/** True in such a host; false in a test file that runs alone. */
export const isHosted = realpathSync(process.argv[1] ?? "") === HOST_FILE;

/** The evidence of tests that fail lies here, by run and file. */
export const EVIDENCE_FOLDER = join(import.meta.dirname, "../../evidence");

const fileOutcome = z.object({
  passed: z.number().int(),
  failures: z.array(z.object({ name: z.string(), message: z.string() })),
});
export type FileOutcome = z.infer<typeof fileOutcome>;

/** A host's message once a file is over. */
export const hostReport = z.object({
  outcome: fileOutcome,
  /** Seconds of processor time of the host and of those of its children that have ended, while the file ran. */
  cpuSeconds: z.number(),
  /** Why this process must not run another file; null when it may. */
  retireReason: z.string().nullable(),
});
export type HostReport = z.infer<typeof hostReport>;

/** The test run's message to a host. */
export const hostOrder = z.object({
  file: z.string(),
  /** The folder for what is kept of tests that fail. */
  evidence: z.string(),
  /** The line that the host prints once the file is over. */
  marker: z.string(),
});
export type HostOrder = z.infer<typeof hostOrder>;
