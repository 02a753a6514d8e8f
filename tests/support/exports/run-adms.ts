/** Runs adms, which reads a Verilog-A module and writes what a script of ours makes of it. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { adms } from "../processes/simulators.ts";

const TIMEOUT_MS = 60_000;

/**
 * @param folder where the module is, and where the script's files are written.
 * @throws Error where adms does not accept the module.
 */
export async function runAdms(folder: string, file: string, script: string): Promise<void> {
  const admsXml = await adms();
  const options = { cwd: folder, timeout: TIMEOUT_MS, stdio: "pipe" } as const;
  execFileSync(admsXml, [file, "-I", findIncludeFolder(admsXml), "-e", script], options);
}

/** Installed, or unpacked. */
function findIncludeFolder(admsXml: string): string {
  const folder = dirname(admsXml);
  const includeFolder = ["../include/adms", "../root/usr/include/adms"]
    .map((path) => join(folder, path))
    .find(existsSync);
  if (includeFolder === undefined)
    throw new Error(`${admsXml} has no folder of Verilog-A disciplines beside it.`);
  return includeFolder;
}
