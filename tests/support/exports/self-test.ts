/** Runs the self-test that travels with an exported model. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { ExportedFile } from "../../../engine/exports/exported-model.ts";
import { temporaryFolder } from "../cleanup.ts";

/**
 * Writes the files to a folder of their own and runs `self-test.sh` there.
 * @param program the path of the simulator that it calls by name.
 */
export function selfTest(
  files: readonly ExportedFile[],
  program: string,
): { status: number | null; output: string } {
  const folder = temporaryFolder("self-test");
  for (const { name, contents } of files) writeFileSync(join(folder, name), contents);
  const searchPath = `${dirname(program)}${delimiter}${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync("sh", [join(folder, "self-test.sh")], {
    // Without a home ngspice crashes.
    env: { PATH: searchPath, HOME: folder },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}
