/** The text that a test run prints at its end. */
import type { FileResult } from "./run-file.ts";

/** @returns every failure, then `N passed, N failed`; the exit code is 1 when anything failed or no test ran. */
export function summarise(results: readonly FileResult[]): { text: string; exitCode: number } {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failures = results.flatMap(({ file, failures: some }) =>
    some.map(
      ({ name, message }) => `  ${file}\n    ${name}\n      ${message.replaceAll("\n", "\n      ")}\n`,
    ),
  );
  const list = failures.length === 0 ? "" : `\nFailed:\n${failures.join("")}`;
  return {
    text: `${list}\n${passed} passed, ${failures.length} failed`,
    exitCode: passed > 0 && failures.length === 0 ? 0 : 1,
  };
}
