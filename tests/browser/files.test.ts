/** The file explorer, as people use it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { openFileStore } from "../support/api/stored-files.ts";
import { complaints, DESKTOP, newPage, overflow, screenshot } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the file explorer", { timeout: 60_000 });

const ODD_NAME = "100% #1?&é.txt";
let baseURL = "";
let people: Record<"ada" | "admin" | "guest", Account>;
let job = 0;
let folder = "";
let page: Page;

it.before(async () => {
  const { url, config } = await startTestServer({ demo: false, logToFiles: true });
  baseURL = url;
  people = {
    ada: await addPerson(config, "Ada Lovelace"),
    admin: await addPerson(config, "Admin", { roles: ["admin"] }),
    guest: await addPerson(config, "Guest", { restricted: true, accessible_job_ids: [1, 2] }),
  };
  const { addJob, addSpec, storage } = await openFileStore({ config });
  const many = Array.from({ length: 250 }, (_, i) => [`many/f${i}.txt`, ""]);
  job = await addJob(
    people.ada,
    {
      "data.csv": "x,y\n1,2\n",
      "emulator-1": new Uint8Array(64),
      "empty.txt": "",
      "page.html": "<h1>Not a page of ours</h1>",
      [`simulations/10/${ODD_NAME}`]: "named oddly",
      "simulations/9/out.log": "done",
      ...Object.fromEntries(many),
    },
    { name: "Truss" },
  );
  await addSpec(people.ada, { "spec.json": "{}" });
  folder = storage.workDir(job);
  page = await newPage({ baseURL, as: people.ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const entries = async () =>
  (await page.locator("tbody tr td:first-child").allInnerTexts()).map((text) => text.trim());
const crumbs = () =>
  page.getByRole("navigation", { name: "Breadcrumbs" }).locator("a, [aria-current]").allInnerTexts();
const open = (name: string) => page.getByRole("link", { name, exact: true }).click();

it("begins with a card for each directory, and is linked between Specs and Resources", async () => {
  await page.goto("/jobs");
  await page.getByRole("link", { name: "Files" }).waitFor();
  const links = await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
  assert.equal(links, ["Jobs", "Specs", "Files", "Resources", "Metrics", "Guide"]);
  assert.is(await page.getByRole("link", { name: "Understudy home page" }).getAttribute("href"), "/");
  await page.getByRole("link", { name: "Files" }).click();
  await page.getByRole("heading", { name: "Working Directories" }).waitFor();
  await page.getByRole("heading", { name: "Spec Directories" }).waitFor();
  assert.is(await page.getByText("Logs Directory").count(), 0);
});
it("leads from Home to a file and back by breadcrumbs", async () => {
  await page.goto("/files");
  await open("Explore Working Directories");
  await open(`${job} Truss`);
  await page.getByText(MESSAGES.noFileChosen).waitFor();
  assert.equal(await entries(), ["many", "simulations", "data.csv", "empty.txt", "emulator-1", "page.html"]);
  await open("simulations");
  await page.getByRole("link", { name: "9", exact: true }).waitFor();
  assert.equal(await entries(), ["9", "10"]);
  assert.equal(await crumbs(), ["Home", "Working Directories", `${job} Truss`, "simulations"]);
  await open("10");
  await open(ODD_NAME);
  await page.getByText("named oddly").waitFor();
  assert.is(new URL(page.url()).searchParams.get("preview"), ODD_NAME);
  await page.reload();
  await page.getByText("named oddly").waitFor();
  await open(`${job} Truss`);
  await open("Home");
  await page.getByRole("heading", { name: "Working Directories" }).waitFor();
});
it("previews a text beside its directory, and downloads it", async () => {
  await page.goto(`/files/work_dirs/${job}`);
  await open("data.csv");
  await page.locator("pre", { hasText: "x,y\n1,2" }).waitFor();
  const begins = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).click();
  assert.is((await begins).suggestedFilename(), `job-${job}-data.csv`);
  await page.goBack();
  await page.getByText(MESSAGES.noFileChosen).waitFor();
});
it("shows a page that somebody uploaded as text", async () => {
  await page.goto(`/files/work_dirs/${job}?preview=page.html`);
  await page.getByText("<h1>Not a page of ours</h1>").waitFor();
});
it("says that a file is empty, is no text, or does not exist", async () => {
  await page.goto(`/files/work_dirs/${job}?preview=empty.txt`);
  await page.getByText("(empty)", { exact: true }).waitFor();
  await page.goto(`/files/work_dirs/${job}?preview=emulator-1`);
  await page.getByText("Sorry, you can't preview this file. Click here to download it instead.").waitFor();
  const begins = page.waitForEvent("download");
  await page.getByRole("link", { name: "Click here to download it instead." }).click();
  assert.is((await begins).suggestedFilename(), "emulator-1");
  await page.goto(`/files/work_dirs/${job}?preview=none`);
  await page.getByText(MESSAGES.fileNotFound).waitFor();
});
it("says that a directory is empty, or not found", async () => {
  mkdirSync(join(folder, "nothing"));
  await page.goto(`/files/work_dirs/${job}/nothing`);
  await page.getByText("This directory is empty.").waitFor();
  await page.goto(`/files/work_dirs/${job}/none`);
  await page.getByText("Directory not found.").waitFor();
  await page.goto("/files/logs");
  await page.getByText("Directory not found.").waitFor();
});
it("has pages and a filter for a directory of many entries", async () => {
  await page.goto(`/files/work_dirs/${job}/many`);
  await page.getByText("250 items").waitFor();
  await page.getByRole("button", { name: "Last" }).click();
  await page.getByRole("link", { name: "f249.txt", exact: true }).waitFor();
  assert.is((await entries()).length, 50);
  await page.getByRole("searchbox", { name: "Filter by name" }).fill("f24");
  await page.getByRole("link", { name: "f24.txt", exact: true }).waitFor();
  assert.is((await entries()).length, 11);
  assert.is(new URL(page.url()).search, "?filter=f24");
});
it("has the logs for admins", async () => {
  const shown = await newPage({ baseURL, as: people.admin });
  await shown.goto("/files");
  await shown.getByRole("link", { name: "Explore Logs Directory" }).click();
  await shown
    .getByText("Directory not found.")
    .or(shown.getByText("This directory is empty."))
    .or(shown.locator("tbody tr").first())
    .waitFor();
  await shown.context().close();
});
it("does not exist for restricted users", async () => {
  const shown = await newPage({ baseURL, as: people.guest });
  for (const path of ["/files", `/files/work_dirs/${job}`, "/metrics"]) {
    await shown.goto(path);
    await shown.getByText("This page doesn't exist").waitFor();
  }
  await shown.context().close();
});
it("can be read on a laptop, with what was clicked in sight", async () => {
  const shown = await newPage({ baseURL, as: people.ada, size: { ...DESKTOP, width: 1024 } });
  await shown.goto(`/files/work_dirs/${job}?preview=data.csv`);
  await shown.locator("pre").waitFor();
  assert.is(await overflow(shown), 0);
  await checkLooks(shown, "files-directory");
  await shown.goto("/metrics");
  await shown.getByRole("heading", { name: "By person" }).waitFor();
  await screenshot(shown, "metrics-1024-light");
  await shown.context().close();
});
