/** MongoDB's own build for this machine, resolved and downloaded by mongodb-memory-server-core (used for nothing else). */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Candidate, identify } from "./engine.ts";

const MONGOD_VERSION = "8.0.12";

export function mongodOfficial(enginesDir: string, progress: (line: string) => void): Candidate {
  return {
    name: `MongoDB ${MONGOD_VERSION} from its makers`,
    find: async () => {
      const { MongoBinaryDownloadUrl } = await import(
        "mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js"
      );
      const { MongoBinary } = await import("mongodb-memory-server-core/lib/util/MongoBinary.js");
      const { platform, arch } = process;
      const url = await new MongoBinaryDownloadUrl({
        version: MONGOD_VERSION,
        platform,
        arch,
      }).getDownloadUrl();
      // The download itself takes 7 s to notice that its host cannot be reached.
      const answer = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(2000) }).catch(
        () => null,
      );
      if (!answer?.ok) return `${new URL(url).host} cannot be reached from here`;
      const downloadDir = join(enginesDir, "mongod-official");
      mkdirSync(downloadDir, { recursive: true });
      progress("Fetching MongoDB (once on this machine)");
      const command = await MongoBinary.getPath({ version: MONGOD_VERSION, downloadDir, checkMD5: true });
      return identify({ command, args: [], env: {} }, "from its makers");
    },
  };
}
