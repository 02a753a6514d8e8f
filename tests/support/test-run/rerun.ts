/**
 * A second run of test files that failed, one at a time. It tells a test that depends on the machine's load from one that is
 * plainly broken; a failure stays a failure either way.
 */
import type { FileResult } from "./run-file.ts";

/** When more files fail, load is not the reason. */
const MAX_FILES = 3;

/**
 * @param rerun runs files again, one after the other.
 * @returns the results, those of files that failed twice from the second run. The failures of a file that passed the second
 *   time say so.
 */
export async function rerunFailures(
  results: readonly FileResult[],
  mayRerun: (file: string) => boolean,
  rerun: (files: string[]) => Promise<FileResult[]>,
): Promise<FileResult[]> {
  const failed = results.filter(({ file, failures }) => failures.length > 0 && mayRerun(file));
  if (failed.length === 0 || failed.length > MAX_FILES) return [...results];
  const again = await rerun(failed.map(({ file }) => file));
  return results.map((first) => {
    const second = again.find(({ file }) => file === first.file);
    if (second === undefined) return first;
    return second.failures.length > 0 ? second : markPassedAlone(first);
  });
}

function markPassedAlone(result: FileResult): FileResult {
  const failures = result.failures.map(({ name, message }) => ({
    name: `${name} (passed when run again alone)`,
    message,
  }));
  return { ...result, failures };
}
