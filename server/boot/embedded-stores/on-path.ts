/** An engine that somebody installed on this machine: its program is used, a server that merely listens never is. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Candidate, identify, isRecentEnough, oldestAllowed } from "./engine.ts";

function locate(program: string): string | null {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder; the next one may have it.
    }
  }
  return null;
}

/** @param programs names to look for, the preferred first. */
export function onPath(programs: string[]): Candidate {
  return {
    name: `${programs.join(" or ")} on PATH`,
    find: async () => {
      const problems: string[] = [];
      for (const program of programs) {
        const command = locate(program);
        if (command === null) continue;
        const engine = await identify({ command, args: [], env: {} }, "on this machine");
        if (isRecentEnough(engine)) return engine;
        problems.push(
          `${command} is ${engine.version}, and ${oldestAllowed(engine.product)} is the oldest that serves`,
        );
      }
      return problems.join("; ") || "not installed";
    },
  };
}
