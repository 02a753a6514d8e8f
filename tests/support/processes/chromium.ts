/** The headless Chromium of the browser tests: Debian's, installed when it is missing and this user may install it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const find = () => [process.env.CHROMIUM ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const done = spawnSync("apt-get", args, { env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`apt-get ${args.join(" ")} failed:\n${done.stdout}${done.stderr}`);
}

/** @returns the path of the program. @throws Error in one sentence when there is none and none can be installed. */
export function ensureChromium(): string {
  const found = find();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error(
      "The browser tests need Chromium: install it (apt-get install chromium) or set CHROMIUM to its path.",
    );
  }
  console.log("Installing Chromium for the browser tests (once on this machine)");
  aptGet("-qq", "update");
  aptGet("-qq", "install", "--yes", "--no-install-recommends", "chromium", "fonts-liberation");
  const installed = find();
  if (installed === undefined)
    throw new Error("Chromium was installed but is in none of the places it should be.");
  return installed;
}
