import { execFile } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";

/** 50 MB over a slow line. */
const FETCH_MS = 5 * 60_000;
const ONE_REQUEST_MS = 60_000;

/** Files of Node for one platform. */
export type Runtime = { readonly program: string; readonly version: string; readonly licence: string | null };

const described = z.object({ version: z.string() });
const nodePackage = createRequire(import.meta.url).resolve("node/package.json");

async function readVersion(folder: string): Promise<string> {
  return described.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).version;
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** The folder of a runtime that npm installed for this very machine; null for other platforms. */
function installed(runtime: string): string | null {
  try {
    return dirname(createRequire(nodePackage).resolve(`${runtime}/package.json`));
  } catch {
    return null;
  }
}

/** npm's own settings say from which registry. @throws Error with a sentence for people */
function install(specifier: string, folder: string): Promise<void> {
  const args = ["install", specifier, "--prefix", folder, "--ignore-scripts", "--force", "--no-package-lock"];
  const quick = ["--no-audit", "--no-fund", "--fetch-retries=1", `--fetch-timeout=${ONE_REQUEST_MS}`];
  return new Promise((resolve, reject) => {
    execFile("npm", [...args, ...quick], { cwd: folder, timeout: FETCH_MS }, (error, _, stderr) => {
      if (error === null) return resolve();
      const code = /^npm (?:error|ERR!) code (\S+)/m.exec(stderr)?.[1] ?? error.code ?? "npm failed";
      const reason = error.killed ? `no answer in ${FETCH_MS / 60_000} minutes` : code;
      reject(new Error(`Node could not be fetched from the npm registry as ${specifier} (${reason}).`));
    });
  });
}

/**
 * Node as an npm package holds it: what is installed here where it is for this machine, else the newest of the same major version
 * that the registry has for the platform.
 * @param folder where npm may write
 * @throws Error with a sentence for people
 */
export async function fetchRuntime(runtime: string, program: string, folder: string): Promise<Runtime> {
  const installedFolder = installed(runtime);
  if (installedFolder === null) {
    const [major = ""] = (await readVersion(dirname(nodePackage))).split(".");
    await install(`${runtime}@${major}`, folder);
  }
  const from = installedFolder ?? join(folder, "node_modules", runtime);
  const licence = join(from, "LICENSE");
  return {
    program: join(from, program),
    version: await readVersion(from),
    licence: (await isThere(licence)) ? licence : null,
  };
}
