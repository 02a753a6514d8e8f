import { openWorkerKeys } from "@understudy/server/commands/resources/worker-keys.ts";
import type { Config } from "@understudy/server/core/config.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import type { Hello } from "@understudy/shared/worker/worker-protocol.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { accessibilityProblems } from "../support/browser/accessibility.ts";
import { complaints, DESKTOP, logIn, newPage, PHONE, screenshot } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { connectWorker } from "../support/live/spoken-worker.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";
import { insertServer } from "../support/specs/spec-records.ts";

const it = suite("the resources page", { timeout: 60_000 });

let baseURL = "";
let config: Config;
let ada: Account;
let page: Page;
let platform: Platform;
let fetchKey: (userId: number) => Promise<string>;

it.before(async () => {
  const server = await startTestServer();
  ({ url: baseURL, config } = server);
  platform = await openTestPlatform(config);
  fetchKey = (await openWorkerKeys(platform)).current;
  ada = await addPerson(config, "Ada Lovelace");
  page = await newPage({ baseURL });
  await logIn(page, ada);
});
it.after(async () => {
  assert.equal(complaints(page), []);
});

const row = (id: number) => page.locator(`tr[data-id="${id}"]`);
const connect = async (fields: Partial<Hello>) => connectWorker(baseURL, await fetchKey(ada.id), fields);

it("is linked, and says so when nothing is connected", async () => {
  await page.getByRole("link", { name: "Resources" }).click();
  await page.getByText("You have no resources connected").waitFor();
  await page.getByRole("button", { name: "Add Resource" }).click();
  await page.waitForURL(`${baseURL}/resources?tab=add`);
});

it("lists a machine with the training that it was created for", async () => {
  const machine = await insertServer(platform.store, ada.id, {
    name: "Standard_NC4as_T4_v3 (job 7)",
    role: "Training",
    connection_id: "test",
    last_seen: new Date(),
    machine: { job_id: 7, label: "Standard_NC4as_T4_v3" },
  });
  await page.goto("/resources");
  await row(machine._id).getByRole("link", { name: "job 7" }).first().waitFor();
  await checkLooks(page, "resources-machine");
  await page.setViewportSize(PHONE);
  await checkLooks(page, "resources-machine");
  await page.setViewportSize(DESKTOP);
  await platform.store.resources.remove({ _id: machine._id });
});

it("shows servers as they come and go", async () => {
  await page.goto("/resources");
  await page.getByText("You have no resources connected").waitFor();
  const lab = await connect({ name: "lab (first floor)", role: "Simulations", cores: 16, allowed: 12 });
  await row(lab.id).waitFor();
  const headers = await page.locator("thead th").allInnerTexts();
  const named = [
    "Resource ID",
    "Name",
    "Role",
    "Status",
    "Shared",
    "Load",
    "Cores",
    "Client version",
    "Last seen",
  ];
  assert.equal(
    headers.map((header) => header.trim()),
    named,
  );
  const cells = (await row(lab.id).locator("td").allInnerTexts()).map((text) => text.trim().split("\n")[0]);
  assert.equal(cells.slice(0, 8), [
    String(lab.id),
    "lab (first floor)",
    "Simulations",
    "Online",
    "Share",
    "0 / 12",
    "16",
    "0.0.1",
  ]);
  assert.match(cells[8] ?? "", /^Today at \d\d:\d\d$/);
  const other = await connect({ name: "annex", role: "Training" });
  await row(other.id).waitFor();
  const offline = page.getByRole("table", { name: "Servers that are not connected" });
  const offlineNames = () => offline.locator("tbody tr td:nth-child(2)").allInnerTexts();
  lab.hangUp();
  await offline.getByText("lab (first floor)").waitFor();
  other.hangUp();
  await page.getByText("You have no resources connected").waitFor();
  await eventually("the server that left last is first", async () => (await offlineNames())[0] === "annex");
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "resources-offline");
  }
  await page.reload();
  await offline.getByText("annex").waitFor();
  assert.equal(await offlineNames(), ["annex", "lab (first floor)"]);
});

it("shares a server with the team, and shows colleagues whose it is", async () => {
  await page.goto("/resources");
  const lab = await connect({ name: "shared lab", role: "Simulations", allowed: 12 });
  const zoe = await addPerson(config, "Zoe");
  const hers = await newPage({ baseURL });
  await logIn(hers, zoe);
  await hers.goto("/resources");
  await hers.getByText("You have no resources connected").waitFor();
  await row(lab.id).getByRole("button", { name: "Share shared lab" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Simulations of others at a time").fill("4");
  await checkLooks(page, "resources-share");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await row(lab.id).getByRole("button", { name: "Sharing of shared lab: 4 at a time" }).first().waitFor();
  const sharedRow = hers.locator(`tr[data-id="${lab.id}"]`);
  await sharedRow.getByText("0 / 4").locator("visible=true").waitFor();
  assert.match((await sharedRow.textContent()) ?? "", /Ada Lovelace/);
  assert.is(await sharedRow.getByRole("button").count(), 0);
  await hers.setViewportSize(PHONE);
  await checkLooks(hers, "resources-shared");
  await row(lab.id).getByRole("button", { name: "Sharing of shared lab: 4 at a time" }).first().click();
  await dialog.getByRole("button", { name: "Stop sharing" }).click();
  await hers.getByText("You have no resources connected").waitFor();
  assert.equal(complaints(hers), []);
  await hers.context().close();
  lab.hangUp();
  await page.getByText("You have no resources connected").waitFor();
});

it("gives out the key by which servers sign in, and a new one when asked", async () => {
  await page.goto("/resources?tab=add");
  const key = page.locator("code").filter({ hasText: /^us_/ });
  const old = await key.textContent();
  assert.is(old, await fetchKey(ada.id));
  const guide = page.getByRole("link", { name: "resources guide" });
  assert.is(await guide.getAttribute("href"), "/guides/resources");
  const commands = page.getByText(`UNDERSTUDY_KEY=${old} ./understudy-worker --server ${baseURL}`);
  assert.is(await commands.count(), 1);
  await page.getByText("Windows", { exact: true }).click();
  await page.getByText(`$env:UNDERSTUDY_KEY = "${old}"`).waitFor();
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "resources-start");
  }
  await page.getByText("Waiting for a server to connect.", { exact: false }).waitFor();
  const worker = await connect({ name: "lab" });
  await page.getByText("lab is connected.").waitFor();
  await page.getByRole("button", { name: "Create a new key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("stops working at once").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.is(await key.textContent(), old);
  await page.getByRole("button", { name: "Create a new key" }).click();
  await dialog.getByRole("button", { name: "Create a new key" }).click();
  await page.getByText("New worker client key created").waitFor();
  assert.not.equal(await key.textContent(), old);
  assert.match((await worker.next("refused")).reason, /replaced by a new one/);
  await worker.ended();
});

it("builds a download that does not exist yet, shows its progress, and says why when it fails", async () => {
  const href = "/static/media/understudy-worker-linux-x64.zip";
  const offered = {
    kind: "worker",
    name: "Linux x86_64",
    detail: "64-bit PCs",
    href,
    size_bytes: null,
    step: null,
  };
  const reason = "Node could not be fetched from the npm registry (ENOTFOUND).";
  let answer: { status: number; json: object } = { status: 200, json: { ...offered, step: "Packing" } };
  const shown = await newPage({ baseURL });
  await logIn(shown, ada);
  await shown.route("**/worker-downloads", (route) => route.fulfill({ json: { items: [offered] } }));
  await shown.route("**/worker-downloads:prepare", (route) => route.fulfill(answer));
  await shown.goto("/resources?tab=add");
  const button = shown.getByRole("button", { name: "Linux x86_64" });
  await button.click();
  await shown.getByText("(under a minute): packing").waitFor();
  assert.is(await button.isDisabled(), true);
  answer = { status: 503, json: { message: reason } };
  await shown.getByText(reason).waitFor();
  assert.equal(await accessibilityProblems(shown), []);
  await screenshot(shown, "resources-download-failed-1440-light");
  assert.is(await button.isDisabled(), false);
});

it("starts a demo server with one click, shows its progress, and leads on to a job for it", async () => {
  const off = {
    available: true,
    status: "Off",
    error: null,
    stays: false,
    resource_id: null,
    spec_version_id: null,
  };
  let answer: object = off;
  const shown = await newPage({ baseURL, size: PHONE, as: ada });
  await shown.route(/demo-server/, (route) => {
    if (route.request().url().endsWith(":start")) answer = { ...off, status: "Starting" };
    if (route.request().url().endsWith(":stop"))
      answer = { ...off, status: "Failed", error: "It ended four times." };
    return route.fulfill({ json: answer });
  });
  await shown.goto("/resources");
  const started = shown.waitForResponse((response) => response.url().endsWith(":start"));
  await shown.getByRole("button", { name: "Try a connected server" }).click();
  await shown.getByText("Connecting").waitFor();
  await started;
  answer = { ...off, status: "Online", resource_id: 7, spec_version_id: 12 };
  const link = shown.getByRole("link", { name: "Create a training job" });
  await link.waitFor();
  assert.is(await link.getAttribute("href"), "/spec_versions/12/jobs/new?objective=Training");
  await shown.getByText("It stops after half an hour without simulations").waitFor();
  await checkLooks(shown, "resources-demo");
  answer = { ...answer, stays: true };
  await shown.reload();
  await shown.getByText("It runs as long as the platform does.").waitFor();
  await shown.getByRole("button", { name: "Stop" }).click();
  await shown.getByText("It ended four times.").waitFor();
  await shown.getByRole("button", { name: "Try a connected server" }).waitFor();
  answer = { ...off, available: false };
  await shown.reload();
  await shown.getByText("You have no resources connected").waitFor();
  assert.is(await shown.getByText("Demo server").count(), 0);
});

it("can be read by everybody, at any width, in both schemes", async () => {
  await connect({ name: "lab-workstation-07.example.org", role: "All", cores: 64, allowed: 48 });
  const broken = await connect({ name: "annex", role: "Training", cores: 8, allowed: 8 });
  const { resources } = platform.store;
  await resources.update({ _id: broken.id }, { infrastructure_failures: 10 });
  await resources.updateAll({ name: "lab-workstation-07.example.org" }, { running: 31 });
  for (const size of [DESKTOP, PHONE]) {
    for (const colorScheme of ["light", "dark"] as const) {
      const shown = await newPage({ baseURL, size, colorScheme });
      await logIn(shown, ada);
      for (const tab of ["connected", "add"]) {
        await shown.goto(`/resources?tab=${tab}`);
        await shown
          .getByText(tab === "add" ? "--check" : "annex")
          .first()
          .waitFor();
        await checkLooks(shown, `resources-${tab}`, [colorScheme]);
      }
      assert.equal(complaints(shown), []);
    }
  }
});

it("does not exist for restricted users", async () => {
  const guest = await addPerson(config, "Guest", { restricted: true, accessible_job_ids: [1, 2] });
  const shown = await newPage({ baseURL });
  await logIn(shown, guest);
  await shown.goto("/resources");
  await shown.getByText("This page doesn't exist").waitFor();
});
