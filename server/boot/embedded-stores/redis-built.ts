/** Redis compiled from its source by the npm package redis-memory-server, which is fetched only when it comes to this. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cached } from "./cache.ts";
import { runCommand } from "./command.ts";
import { type Candidate, identify } from "./engine.ts";

const REDIS_PACKAGE = "redis-memory-server@0.17.1";
const REDIS_VERSION = "7.2.7";

export function redisBuilt(enginesDir: string, progress: (line: string) => void): Candidate {
  return {
    name: `Redis ${REDIS_VERSION} built from source`,
    find: async () => {
      progress("Fetching and building Redis (once on this machine; some minutes)");
      const builder = await cached(enginesDir, "redis-builder", async (folder) => {
        const install = [
          "install",
          "--silent",
          "--ignore-scripts",
          "--no-save",
          "--prefix",
          folder,
          REDIS_PACKAGE,
        ];
        await runCommand("npm", install, { cwd: folder, timeoutMs: 120_000 });
      });
      const downloadDir = join(enginesDir, "redis-built");
      mkdirSync(downloadDir, { recursive: true });
      const script = `require("redis-memory-server").RedisBinary
        .getPath(${JSON.stringify({ version: REDIS_VERSION, downloadDir, ignoreDownloadCache: false })})
        .then((path) => console.log("binary " + path), (error) => { console.error(error.message); process.exit(1); });`;
      const output = await runCommand(process.execPath, ["-e", script], { cwd: builder, timeoutMs: 900_000 });
      const command = /^binary (.+)$/m.exec(output)?.[1];
      if (command === undefined) return "the build named no program";
      return identify({ command, args: [], env: {} }, "built from source");
    },
  };
}
