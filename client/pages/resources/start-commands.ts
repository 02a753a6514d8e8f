/** The lines that start a worker client, to be pasted where its zip was downloaded. */
export type StartPlatform = "Linux" | "macOS" | "Windows";
export const START_PLATFORMS: readonly StartPlatform[] = ["Linux", "macOS", "Windows"];

type Connection = { readonly server: string; readonly key: string };

/** The key stands in the environment: every user of a machine can read command lines. */
export function startCommands(platform: StartPlatform, { server, key }: Connection): string {
  switch (platform) {
    case "Linux":
      return [
        "unzip -q -o understudy-worker-linux-x64.zip",
        "cd understudy-worker",
        `UNDERSTUDY_KEY=${key} ./understudy-worker --server ${server}`,
      ].join("\n");
    case "macOS":
      return [
        "unzip -q -o understudy-worker-darwin-*.zip && xattr -dr com.apple.quarantine understudy-worker",
        "cd understudy-worker",
        `UNDERSTUDY_KEY=${key} ./understudy-worker --server ${server}`,
      ].join("\n");
    case "Windows":
      return [
        "Expand-Archive -Force understudy-worker-win-x64.zip .; cd understudy-worker",
        `$env:UNDERSTUDY_KEY = "${key}"`,
        `.\\understudy-worker.cmd --server ${server}`,
      ].join("\n");
  }
}

/** The platform of this browser, as the first choice. */
export function guessPlatform(userAgent: string): StartPlatform {
  if (/Windows/i.test(userAgent)) return "Windows";
  return /Mac OS/i.test(userAgent) ? "macOS" : "Linux";
}
