/**
 * ONNX Runtime, which runs exported models in tests. Not a dependency of the project: everyone who starts the product would
 * fetch its 290 MB. It is pinned by the lock file in `onnxruntime/` and kept in the cache of engines.
 */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { cached } from "../../../server/boot/embedded-stores/cache.ts";
import { runCommand } from "../../../server/boot/embedded-stores/command.ts";
import { readLaunchConfig } from "../../../server/core/config.ts";

const RUNTIME_PACKAGE_FOLDER = join(import.meta.dirname, "../exports/onnxruntime");
const LOCK_FILE = "package-lock.json";

/** The folder of modules that has `onnxruntime-node`; what `require` reads in NODE_PATH. */
export async function onnxRuntime(): Promise<string> {
  const version = crc32(readFileSync(join(RUNTIME_PACKAGE_FOLDER, LOCK_FILE))).toString(16);
  const folder = await cached(readLaunchConfig(process.env).enginesDir, `onnxruntime-${version}`, install);
  return join(folder, "node_modules");
}

/** Its script would fetch what graphics processors need; its own library for the processor is in the package. */
async function install(folder: string): Promise<void> {
  console.log("Fetching ONNX Runtime for the tests (once on this machine)");
  for (const name of ["package.json", LOCK_FILE])
    copyFileSync(join(RUNTIME_PACKAGE_FOLDER, name), join(folder, name));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await runCommand("npm", ["ci", "--prefix", folder, ...options], { cwd: folder, timeoutMs: 600_000 });
}
