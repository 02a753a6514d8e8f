/** The command palette and the keyboard shortcuts. */
import { readFileSync } from "node:fs";
import type { Config } from "@understudy/server/core/config.ts";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { addSpecVersion } from "../support/browser/specs.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { dividerManifest } from "../support/specs/specs.ts";

const it = suite("the command palette", { timeout: 90_000 });

let baseURL = "";
let config: Config;
let ada: Account;
let page: Page;
let jobs: number[] = [];
let specId = 0;

it.before(async () => {
  const server = await startTestServer();
  ({ url: baseURL, config } = server);
  ada = await addPerson(config, "Ada Lovelace");
  jobs = await addJobs(config, ada, [
    { name: "Bridge of steel", status: "Complete" },
    { name: "Heart valve", status: "Interrupted", interrupted_status: "Training" },
  ]);
  const version = await addSpecVersion(config, ada, { ...dividerManifest(), verbose_name: "Bridge divider" });
  specId = version.spec_id ?? 0;
  page = await newPage({ baseURL, as: ada });
  await page.goto("/jobs");
  await page.getByRole("heading", { level: 1 }).waitFor();
});
it.after(() => assert.equal(complaints(page), []));

const dialog = (on: Page) => on.getByRole("dialog", { name: "Command palette" });
const open = async (on: Page, text: string) => {
  await on.keyboard.press("Control+k");
  await dialog(on).waitFor();
  await dialog(on).getByRole("textbox", { name: "Search" }).fill(text);
};
const action = (on: Page, name: string | RegExp) => dialog(on).getByRole("button", { name });

it("finds jobs and specs on the server by what is typed, and opens what is chosen", async () => {
  const requests: string[] = [];
  page.on("request", (request) => request.url().includes("filter=bri") && requests.push(request.url()));
  await open(page, "bridge");
  await action(page, /^Bridge of steel/).waitFor();
  await action(page, /^Heart valve/).waitFor({ state: "detached" });
  await action(page, /^Bridge divider/).click();
  await page.waitForURL(`${baseURL}/specs/${specId}`);
  assert.is(requests.length, 2, "one request a list");
  await open(page, "steel");
  await action(page, /^Bridge of steel/).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${baseURL}/jobs/${jobs[0]}`);
});

it("shows the jobs that changed last before anything is typed, and says when nothing is found", async () => {
  await open(page, "");
  await action(page, /^Heart valve/).waitFor();
  await dialog(page).getByRole("textbox").fill("no such thing");
  await dialog(page).getByText("Nothing found.").waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

it("leads to pages and runs actions", async () => {
  await open(page, "appear dark");
  await action(page, "Appearance: Dark").click();
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  await open(page, "system");
  await action(page, "Appearance: System").click();
  await page.locator("html[data-mantine-color-scheme=light]").waitFor();
  await open(page, "create data");
  await action(page, "Create Data-Driven Job").click();
  await page.waitForURL(`${baseURL}/jobs/new`);
});

it("goes to pages by sequences of keys, and to the filter of a list", async () => {
  await page.goto("/metrics");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.waitForURL(`${baseURL}/jobs`);
  const filter = page.getByPlaceholder("Filter by name, ID or tag");
  await filter.waitFor();
  await page.keyboard.press("/");
  await filter.and(page.locator(":focus")).waitFor();
  await page.keyboard.type("gs");
  assert.is(await filter.inputValue(), "gs", "where a text is typed keys are letters");
  await filter.fill("");
});

it("lists the shortcuts, and turns those of a single key off", async () => {
  await page.goto("/jobs");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.getByText("Undo the last move").waitFor();
  await sheet.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await open(page, "keyboard");
  assert.is(await sheet.count(), 0);
  await action(page, /^Keyboard Shortcuts/).click();
  await sheet.getByRole("switch", { name: "Single-key shortcuts" }).click();
});

it("stands beside lists that can be copied as code and saved as CSV", async () => {
  await page.goto("/jobs?sort_by=name&filter=bridge");
  await page.getByRole("link", { name: "Bridge of steel" }).waitFor();
  await page.getByRole("button", { name: "Copy as code" }).click();
  const code = page.getByRole("dialog", { name: "List these jobs" });
  await code.getByText('for job in client.jobs("bridge", sort_by="name"):').waitFor();
  await code.getByText("curl", { exact: true }).click();
  await code.getByText("sort_by=name&filter=bridge&page_size=200").waitFor();
  await page.keyboard.press("Escape");
  await code.waitFor({ state: "detached" });
  const saved = page.waitForEvent("download");
  await page.getByRole("table", { name: "Jobs" }).hover();
  await page.getByRole("button", { name: "Download the table as CSV: Jobs" }).click();
  const lines = readFileSync(await (await saved).path(), "utf8")
    .trim()
    .split("\r\n");
  assert.is(lines[0], "ID,Name,Objective,Spec ID,Tags,Creator,Created,Modified,Status");
  assert.match(lines[1] ?? "", new RegExp(`^${jobs[0]},Bridge of steel,Training,.*,Complete$`));
});

it("shows a restricted person their emulators and what they may do, and nothing else", async () => {
  const rob = await addPerson(config, "Rob", { restricted: true, accessible_job_ids: jobs });
  const restricted = await newPage({ baseURL, as: rob });
  const calls: string[] = [];
  restricted.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await restricted.goto("/jobs");
  await restricted.getByRole("heading", { level: 1 }).waitFor();
  await open(restricted, "e");
  await action(restricted, /^Emulators/).waitFor();
  for (const name of [/Create/, /^Specs/, /^Files/, /^Resources/, /Password/, /API Tokens/])
    assert.is(await action(restricted, name).count(), 0, String(name));
  await dialog(restricted).getByRole("textbox").fill("bridge");
  await action(restricted, /^Bridge of steel/).waitFor();
  assert.ok(!calls.some((path) => path.includes("/specs")));
  await restricted.keyboard.press("Escape");
  await dialog(restricted).waitFor({ state: "detached" });
  await restricted.keyboard.press("c");
  await restricted.keyboard.press("g");
  await restricted.keyboard.press("f");
  assert.is(new URL(restricted.url()).pathname, "/jobs");
  await restricted.context().close();
});

it("hides specs from a person who does not see them", async () => {
  const hal = await addPerson(config, "Hal", { hide_specs: true });
  const hidden = await newPage({ baseURL, as: hal });
  await hidden.goto("/jobs");
  await hidden.getByRole("heading", { level: 1 }).waitFor();
  await open(hidden, "bridge");
  await action(hidden, /^Bridge of steel/).waitFor();
  assert.is(await action(hidden, /^Bridge divider/).count(), 0);
  await dialog(hidden).getByRole("textbox").fill("create");
  await action(hidden, "Create Data-Driven Job").waitFor();
  assert.is(await action(hidden, /Spec/).count(), 0);
  await hidden.context().close();
});

for (const size of [DESKTOP, PHONE]) {
  it(`and the sheet of shortcuts look finished at ${size.width} pixels`, async () => {
    const shown = await newPage({ baseURL, size, as: ada });
    await shown.goto("/jobs");
    await shown.getByRole("heading", { level: 1 }).waitFor();
    await open(shown, "");
    await action(shown, /^Heart valve/).waitFor();
    await checkLooks(shown, "palette");
    await dialog(shown).getByRole("textbox").fill("keyboard");
    await action(shown, /^Keyboard Shortcuts/).click();
    await shown.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await checkLooks(shown, "shortcuts");
    await shown.context().close();
  });
}
