import { spawn } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { assert, eventually, suite } from "../../harness.ts";
import { atEnd } from "../../support/cleanup.ts";

const SERVER_FOLDER = join(import.meta.dirname, "../../../server");
const line = z.object({
  msg: z.string(),
  stalled_ms: z.number(),
  cpu_ms: z.number(),
  during: z.array(z.string()),
});

/** The lines that a process of its own logs while it watches itself and does `work`. */
function linesDuring(work: string): () => z.infer<typeof line>[] {
  const program = `
    import { openLog } from ${JSON.stringify(join(SERVER_FOLDER, "log.ts"))};
    import { beginWork, watchForStalls } from ${JSON.stringify(join(SERVER_FOLDER, "http/stall-watch.ts"))};
    openLog("test", { logLevel: "warn", logToFiles: false, dataDir: "/nowhere" });
    watchForStalls();
    const busy = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); };
    setInterval(() => {}, 1_000);
    ${work}
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  atEnd("a process that watches itself", () => child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  return () =>
    output
      .split("\n")
      .slice(0, -1)
      .map((text) => line.parse(JSON.parse(text)));
}

const it = suite("a process that watches its event loop");
it("names what stood in the way of everybody else, and nothing that was over long before", async () => {
  const lines = linesDuring(`
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    await wait(100);
    beginWork("GET /before")();
    // So long that what ended before is forgotten, and a multiple of the time between two checks.
    await wait(1_000);
    const end = beginWork("GET /slow");
    const beside = beginWork("GET /beside");
    busy(300);
    end();
    await wait(600);
    beside();
    beginWork("GET /after")();
  `);
  const [first] =
    (await eventually("it says so", () => {
      const about = lines().filter(({ during }) => during.includes("GET /slow"));
      return about.length > 0 ? about : null;
    })) ?? [];
  assert.equal(first?.during, ["GET /slow", "GET /beside"]);
  assert.ok((first?.stalled_ms ?? 0) >= 250 && (first?.cpu_ms ?? 0) >= 50, JSON.stringify(first));
});
