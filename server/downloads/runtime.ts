import { execFile } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";

/** A package has 50 MB, which take minutes over a slow line. */
const FETCH_TIMEOUT_MS = 5 * 60_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Files of Node for one platform. */
export type Runtime = { readonly program: string; readonly version: string; readonly licence: string | null };

const packageDescription = z.object({ version: z.string() });
const nodePackage = createRequire(import.meta.url).resolve("node/package.json");

async function readVersion(folder: string): Promise<string> {
  return packageDescription.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).version;
}

const isAccessible = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Finds the folder of a runtime that npm installed for this machine; null for other platforms. */
function findInstalled(runtime: string): string | null {
  try {
    return dirname(createRequire(nodePackage).resolve(`${runtime}/package.json`));
  } catch {
    return null;
  }
}

/** Installs a package from the registry that npm is configured for. @throws Error with a sentence for people */
function install(specifier: string, folder: string): Promise<void> {
  const args = ["install", specifier, "--prefix", folder, "--ignore-scripts", "--force", "--no-package-lock"];
  const quick = ["--no-audit", "--no-fund", "--fetch-retries=1", `--fetch-timeout=${REQUEST_TIMEOUT_MS}`];
  return new Promise((resolve, reject) => {
    execFile("npm", [...args, ...quick], { cwd: folder, timeout: FETCH_TIMEOUT_MS }, (error, _, stderr) => {
      if (error === null) return resolve();
      const code = /^npm (?:error|ERR!) code (\S+)/m.exec(stderr)?.[1] ?? error.code ?? "npm failed";
      const reason = error.killed ? `no answer in ${FETCH_TIMEOUT_MS / 60_000} minutes` : code;
      reject(new Error(`Node could not be fetched from the npm registry as ${specifier} (${reason}).`));
    });
  });
}

/**
 * Finds the files of Node for a platform in an npm package: the installed one for this machine, else the newest of the same major version in
 * the registry.
 * @param folder where npm may write
 * @throws Error with a sentence for people
 */
export async function fetchRuntime(runtime: string, program: string, folder: string): Promise<Runtime> {
  const installedFolder = findInstalled(runtime);
  if (installedFolder === null) {
    const [major = ""] = (await readVersion(dirname(nodePackage))).split(".");
    await install(`${runtime}@${major}`, folder);
  }
  const from = installedFolder ?? join(folder, "node_modules", runtime);
  const licence = join(from, "LICENSE");
  return {
    program: join(from, program),
    version: await readVersion(from),
    licence: (await isAccessible(licence)) ? licence : null,
  };
}
