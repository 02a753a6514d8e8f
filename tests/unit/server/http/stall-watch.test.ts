import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { assert, suite } from "../../../harness.ts";
import { atEnd } from "../../../support/cleanup.ts";
import { withDeadline } from "../../../support/waiting.ts";

const SERVER_FOLDER = join(import.meta.dirname, "../../../../server");
const line = z.object({
  msg: z.string(),
  stalled_ms: z.number(),
  cpu_ms: z.number(),
  during: z.array(z.string()),
});

/** A test that waits for longer has found a process that never ends. */
const PROCESS_DEADLINE_MS = 40_000;

/**
 * The lines that a process of its own logs while it watches itself and does `work`. It measures its work by its own
 * processor time and its pauses by the checks of the watch, so that a machine that starves it only slows it down.
 */
async function linesDuring(work: string): Promise<z.infer<typeof line>[]> {
  const program = `
    import { openLog } from ${JSON.stringify(join(SERVER_FOLDER, "core/log.ts"))};
    import { beginWork, watchForStalls } from ${JSON.stringify(join(SERVER_FOLDER, "http/stall-watch.ts"))};
    openLog("test", { logLevel: "warn", logToFiles: false, dataDir: "/nowhere" });
    watchForStalls();
    const cpuMs = () => process.threadCpuUsage().user / 1_000;
    const busy = (ms) => { for (const end = cpuMs() + ms; cpuMs() < end; ); };
    // Timers of one duration fire in the order of their start: a check of the watch lies in each of these pauses.
    const checks = async (count) => {
      for (let check = 0; check < count; check++) await new Promise((done) => setTimeout(done, 250));
    };
    ${work}
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  atEnd("a process that watches itself", () => child.kill("SIGKILL"));
  const [output] = await withDeadline(
    () => Promise.all([text(child.stdout), once(child, "close")]),
    PROCESS_DEADLINE_MS,
  );
  return output
    .split("\n")
    .slice(0, -1)
    .map((entry) => line.parse(JSON.parse(entry)));
}

const it = suite("a process that watches its event loop");
it("names what stood in the way of everybody else, and nothing that was over long before", async () => {
  const lines = await linesDuring(`
    await checks(1);
    beginWork("GET /before")();
    // What ended before is forgotten after two checks.
    await checks(3);
    const end = beginWork("GET /slow");
    const beside = beginWork("GET /beside");
    busy(300);
    end();
    // A stall is reported one check late at most.
    await checks(3);
    beside();
    beginWork("GET /after")();
  `);
  const stall = lines.find(({ stalled_ms }) => stalled_ms >= 250);
  assert.equal(stall?.during, ["GET /slow", "GET /beside"], JSON.stringify(lines));
  assert.ok((stall?.cpu_ms ?? 0) >= 50, JSON.stringify(lines));
});
