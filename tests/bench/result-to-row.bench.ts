/** How long after a server has sent a result its row says so in a browser that shows the job's simulations. */
import { setTimeout as sleep } from "node:timers/promises";
import { queueWork } from "@understudy/server/commands/work.ts";
import { logIn, newPage } from "../browser/browser.ts";
import { addPerson } from "../browser/people.ts";
import { callerOf } from "../browser/real-jobs.ts";
import { ensureChromium } from "../chromium.ts";
import { openTestPlatform, simulate, storeRunJob } from "../simulations.ts";
import { startTestRunner, startTestServer } from "../stack.ts";
import { eventually } from "../waiting.ts";
import { bench } from "./bench.ts";
import { spread } from "./spread.ts";
import { startStubClient } from "./stub-client.ts";

process.env.CHROMIUM ??= ensureChromium();

/** As many as the table shows at once. */
const COUNT = 20;
const EACH_MS = 700;

bench("From a result on its way to its row in the browser (ms)", async () => {
  const { url, config } = await startTestServer();
  const platform = await openTestPlatform(config);
  await startTestRunner(config);
  const ada = await addPerson(config, "Ada Lovelace");
  const { client_key: key } = await (await callerOf(url, ada)).call("getWorkerClientKey");
  const sent = new Map<number, number>();
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
  });
  const job = await storeRunJob(
    platform,
    { resources: [{ id: resourceId, concurrent_simulations: 1 }], maximum_simulations: COUNT },
    { creator: { id: ada.id, name: ada.name }, status: "Pending Running" },
  );
  queueWork(platform, job);
  const page = await newPage({ baseURL: url });
  await logIn(page, ada);
  await page.goto(`/jobs/${job._id}?tab=simulations`);
  await page.locator("tbody tr[data-id]").first().waitFor();
  await page.evaluate(() => {
    const shown: Record<string, number> = {};
    Object.assign(window, { shown });
    const look = () => {
      for (const row of document.querySelectorAll<HTMLElement>("tbody tr[data-id]")) {
        const id = row.dataset.id ?? "";
        if (!(id in shown) && row.textContent?.includes("Complete")) shown[id] = Date.now();
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  mayBegin.resolve();
  const shown = await eventually(
    "all rows say so",
    async () => {
      const found = await page.evaluate(() => ("shown" in window ? window.shown : {}));
      const known = new Map(Object.entries(found ?? {}).map(([id, at]) => [Number(id), Number(at)]));
      return known.size === COUNT ? known : null;
    },
    300_000,
    250,
  );
  await page.context().close();
  return [spread([...sent].map(([id, at]) => (shown?.get(id) ?? Number.NaN) - at))];
});
