/**
 * The headless Chromium of the browser tests: Debian's, installed when it is missing and this user may install it. Its headless
 * shell has the same engine as the whole browser without the browser's own windows, and needs a third less processor time.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const WHOLE_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const findFirst = (paths: readonly string[]) => paths.find((path) => path !== "" && existsSync(path));

/** @returns what apt-get printed when it failed, or null */
function aptGet(...args: string[]): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stdout, stderr } = spawnSync("apt-get", args, { env, encoding: "utf8" });
  return status === 0 ? null : `apt-get ${args.join(" ")} failed:\n${stdout}${stderr}`;
}

const installPackage = (name: string): string | null =>
  aptGet("-qq", "install", "--yes", "--no-install-recommends", name, "fonts-liberation");

/** @returns the path of the program. @throws Error in one sentence when there is none and none can be installed. */
export function ensureChromium(): string {
  const preferred = findFirst([process.env.CHROMIUM ?? "", HEADLESS_SHELL]);
  if (preferred !== undefined) return preferred;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const wholeBrowser = findFirst(WHOLE_BROWSERS);
  if (!mayInstall && wholeBrowser !== undefined) return wholeBrowser;
  if (!mayInstall) {
    throw new Error(
      "The browser tests need Chromium: install it (apt-get install chromium-headless-shell) or set CHROMIUM to its path.",
    );
  }
  console.log("Installing Chromium for the browser tests (once on this machine)");
  aptGet("-qq", "update");
  // Not every release of Debian and Ubuntu has the shell as a package of its own.
  const problem =
    installPackage("chromium-headless-shell") && (wholeBrowser ? null : installPackage("chromium"));
  const installed = findFirst([HEADLESS_SHELL, ...WHOLE_BROWSERS]);
  if (installed === undefined)
    throw new Error(problem ?? "Chromium was installed but is not where it should be.");
  return installed;
}
