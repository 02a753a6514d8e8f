/**
 * Measures how long after a server has sent a result its row says so in a browser that shows the job's simulations,
 * and where that time goes: until it is stored, until browsers are told that there is one more, and until the page
 * has read and drawn it.
 */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { queueWork } from "@understudy/server/commands/runner/work.ts";
import { logIn, newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf } from "../support/browser/real-jobs.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { ensureChromium } from "../support/processes/chromium.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform, simulate, storeRunJob } from "../support/specs/simulations.ts";
import { eventually } from "../support/waiting.ts";
import { bench } from "./bench.ts";
import { spread } from "./spread.ts";
import { startStubClient } from "./stub-client.ts";

process.env.CHROMIUM ??= ensureChromium();

/** As many as the table shows at once. */
const SIMULATION_COUNT = 20;
const EACH_MS = 700;

bench("From a result on its way to its row in a browser: until ... (ms)", async () => {
  const { url, config } = await startTestServer();
  const platform = await openTestPlatform(config);
  await startTestRunner(config);
  const ada = await addPerson(config, "Ada Lovelace");
  const caller = await callerOf(url, ada);
  const { client_key: key } = await caller.call("getWorkerClientKey");
  const sent = new Map<number, number>();
  const stored = new Map<number, number>();
  const announced = new Map<number, number>();
  const mayBegin = Promise.withResolvers<void>();
  const { resourceId } = await startStubClient({
    url,
    key,
    name: "bench",
    allowed: 1,
    outputs: async ({ x, y }, simulation) => {
      await mayBegin.promise;
      await sleep(EACH_MS);
      sent.set(simulation, Date.now());
      return simulate({ x: Number(x), y: Number(y) });
    },
    onStored: (simulation) => stored.set(simulation, Date.now()),
  });
  const job = await storeRunJob(
    platform,
    { resources: [{ id: resourceId, concurrent_simulations: 1 }], maximum_simulations: SIMULATION_COUNT },
    { creator: { id: ada.id, name: ada.name }, status: "Pending Running" },
  );
  const socket = await openSocket(caller);
  await socket.watch({ kind: "job", job_id: job._id });
  // One after the other: so many results have been sent as are told of.
  socket.socket.on("event", (event) => {
    if (event.type !== "job-progress") return;
    const ids = [...sent.keys()].slice(0, event.progress.simulation_counts?.complete ?? 0);
    for (const id of ids) if (!announced.has(id)) announced.set(id, Date.now());
  });
  queueWork(platform, job);
  const page = await newPage({ baseURL: url });
  await logIn(page, ada);
  await page.goto(`/jobs/${job._id}?tab=simulations`);
  await page.locator("tbody tr[data-id]").first().waitFor();
  await page.evaluate(() => {
    const shown: Record<string, number> = {};
    Object.assign(window, { shown });
    const recordRows = () => {
      for (const row of document.querySelectorAll<HTMLElement>("tbody tr[data-id]")) {
        const id = row.dataset.id ?? "";
        if (!(id in shown) && row.textContent?.includes("Complete")) shown[id] = Date.now();
      }
    };
    new MutationObserver(recordRows).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  mayBegin.resolve();
  const shown = await eventually(
    "all rows say so",
    async () => {
      const shownTimes = await page.evaluate(() => ("shown" in window ? window.shown : {}));
      const timesById = new Map(Object.entries(shownTimes ?? {}).map(([id, at]) => [Number(id), Number(at)]));
      return timesById.size === SIMULATION_COUNT ? timesById : null;
    },
    300_000,
    250,
  );
  await page.context().close();
  const moments = { "it is stored": stored, "browsers are told": announced, "its row says so": shown };
  return Object.entries(moments).map(([until, at]) => {
    // Of the last one the job's end tells.
    const measuredRows = [...sent].filter(([id]) => at.has(id));
    return {
      until,
      ...spread(measuredRows.map(([id, from]) => (at.get(id) ?? Number.NaN) - from)),
      load: loadavg()[0] ?? 0,
    };
  });
});
