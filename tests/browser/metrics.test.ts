/** The disk usage page. */
import { DISK_BAR_DELAY_MS } from "@understudy/shared/limits.ts";
import type { Page, Route } from "playwright";
import { assert, suite } from "../harness.ts";
import { newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the disk usage page", { timeout: 60_000 });

let page: Page;
const MEASURED_USAGE = {
  time: new Date().toISOString(),
  files: 1.5,
  people: [
    { id: 1, name: "Ada", used: 1.2 },
    { id: 2, name: "Grace", used: 0.3 },
  ],
  items: [
    { kind: "job", id: 12, name: "Truss", creator: "Ada", used: 1.1 },
    { kind: "spec", id: 3, name: "Op-amp", creator: "Grace", used: 0.0004 },
  ],
};
let usage = { used: 0, total: 100, has_quota: true, measured: MEASURED_USAGE };

it.before(async () => {
  const { url: baseURL, config } = await startTestServer({ demo: false });
  page = await newPage({ baseURL, as: await addPerson(config, "Ada Lovelace") });
  await page.route("**/metrics/disk-usage", (route) => route.fulfill({ json: usage }));
});

const bar = () => page.getByRole("progressbar", { name: "Disk space used" });
const BAR_COLORS: readonly [number, string][] = [
  [0.04, "green"],
  [70, "green"],
  [70.1, "yellow"],
  [90, "yellow"],
  [90.1, "red"],
];
for (const [used, color] of BAR_COLORS) {
  it(`has a bar that is ${color} at ${used}%`, async () => {
    usage = { ...usage, used };
    await page.goto("/metrics");
    await page.getByText(`${used} GB of 100 GB used`).waitFor();
    const style = await bar().getAttribute("style");
    assert.match(style ?? "", `--mantine-color-${color}-`);
  });
}
it(`fills the bar ${DISK_BAR_DELAY_MS} ms after the text is there`, async () => {
  usage = { ...usage, used: 42 };
  // Time goes on until it is told to stand still: the answer waits for that.
  const standing = Promise.withResolvers<void>();
  const answerLater = async (route: Route) => {
    await standing.promise;
    await route.fulfill({ json: usage });
  };
  await page.route("**/metrics/disk-usage", answerLater);
  await page.clock.install();
  await page.goto("/metrics");
  await page.getByRole("heading", { name: "Disk Space Usage" }).waitFor();
  await page.clock.pauseAt(Date.now() + 10_000);
  standing.resolve();
  await page.getByText("42 GB of 100 GB used").waitFor();
  assert.is(await bar().getAttribute("aria-valuenow"), "0");
  await page.clock.runFor(DISK_BAR_DELAY_MS + 1);
  await page.locator('[role=progressbar][aria-valuenow="42"]').waitFor();
  await page.clock.resume();
  await page.unroute("**/metrics/disk-usage", answerLater);
});
it("names who uses the space and for what, the largest first", async () => {
  await page.goto("/metrics");
  const rows = (name: string) => page.getByRole("table", { name }).locator("tbody tr");
  await rows("By person").first().waitFor();
  assert.equal(await rows("By person").locator("th").allInnerTexts(), ["Ada", "Grace"]);
  const items = (await rows("By job and spec").allInnerTexts()).map((text) => text.split(/\s*\t\s*|\n+/));
  assert.equal(items, [
    ["Truss", "Job 12", "Ada", "1.1 GB"],
    ["Op-amp", "Spec 3", "Grace", "400 KB"],
  ]);
  assert.is(await page.getByRole("link", { name: "Truss" }).getAttribute("href"), "/jobs/12");
});
it("says when the disk usage cannot be had", async () => {
  await page.route("**/metrics/disk-usage", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/metrics");
  await page.getByText("Unable to retrieve disk usage.").waitFor();
});
