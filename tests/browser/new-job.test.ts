import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RETRY_MS, UPLOAD_RETRIES } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, newTab, overflow, PHONE } from "../support/browser/browser.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the page that creates a job", { timeout: 60_000 });

const FIXTURE_FOLDER = join(import.meta.dirname, "../../fixtures");
const fixture = (name: string) => readFileSync(join(FIXTURE_FOLDER, name));

let baseURL = "";
let ada: Account;
let sourceId = 0;
/** Keeps the browser of this person open; every test has a tab of its own. */
let first: Page;
let page: Page;

it.before(async () => {
  const { url, config } = await startTestServer();
  baseURL = url;
  ada = await addPerson(config, "Ada Lovelace");
  [sourceId = 0] = await addJobs(config, ada, [{ name: "Cantilever, first campaign" }]);
  first = await newPage({ baseURL, as: ada });
});
it.before.each(async () => {
  page = await newTab(first);
  await page.goto("/jobs/new");
  await page.getByRole("heading", { name: "Create Data-Driven Job" }).waitFor();
});
it.after.each(async () => {
  assert.equal(complaints(page), []);
  await page.close();
});

const nameBox = () => page.getByRole("textbox", { name: "Name", exact: true });
const box = (label: string) => page.locator(`input[type=file][aria-label="${label}"]`);
const create = () => page.getByRole("button", { name: "Create Job" }).click();
const csv = (name: string, buffer: Buffer) => ({ name, mimeType: "text/csv", buffer });
/** A whole number of rows, so that the file is a real CSV of at least this size. */
function largeCsv(bytes: number): Buffer {
  const line = Buffer.from("0.12345678,0.87654321,0.5\n");
  return Buffer.concat([Buffer.from("a,b,c\n"), ...Array(Math.ceil(bytes / line.length)).fill(line)]);
}

it("is the first of three steps", async () => {
  for (const step of ["Job Info", "Configuration", "Training"])
    await page.getByText(step, { exact: true }).waitFor();
  await page.locator("[aria-current=step]").getByText("Job Info").waitFor();
});

it("asks for a name and both files, each under its field, until they are there", async () => {
  await create();
  await page.getByText("Name is required").waitFor();
  await page.getByText("Input file is required").waitFor();
  await page.getByText("Output file is required").waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
  await nameBox().fill("Truss");
  await page.getByText("Name is required").waitFor({ state: "hidden" });
  await box("Parameters File").setInputFiles(csv("parameters.csv", fixture("engineering1/parameters.csv")));
  await page.getByText("Input file is required").waitFor({ state: "hidden" });
  await page.getByText("Output file is required").waitFor();
});

it("creates a job from two files, one of them dropped, their names made safe", async () => {
  await nameBox().fill("Truss");
  await page.getByLabel("Description").fill("From the browser tests");
  await box("Parameters File").setInputFiles(
    csv("my parameters (1).csv", fixture("engineering1/parameters.csv")),
  );
  await page.getByText("my-parameters--1-.csv").waitFor();
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "outputs.csv", { type: "text/csv" }));
    return transfer;
  }, fixture("engineering1/outputs.csv").toString("utf8"));
  await page.getByText("Drop a CSV file here").last().dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByText("outputs.csv").waitFor();
  await create();
  await page.waitForURL(/\/jobs\/\d+$/);
});

it("shows what is in a chosen file at once, and the mistake in it", async () => {
  await box("Parameters File").setInputFiles(csv("parameters.csv", fixture("engineering1/parameters.csv")));
  const preview = page.getByRole("region", { name: "Preview of the Parameters File" });
  await preview.getByText("6 columns, 994 rows").waitFor();
  assert.is(await preview.getByRole("row").count(), 4);
  const broken = "gain,noise\n1,2\n3,\n";
  await box("Outputs File").setInputFiles(csv("outputs.csv", Buffer.from(broken)));
  await page.getByText("outputs.csv, row 3, column").waitFor();
  await page.getByText("the cell is empty").waitFor();
  await page.getByText("The Outputs File has 2 rows, but the Parameters File has 994 rows.").waitFor();
  await page.getByText("1 KB · uploaded").waitFor();
  // The larger of the files may take longer to upload than the wrong one.
  await page.locator("[data-sound=true]").waitFor();
});

it("says how files are read, and changes it with one press", async () => {
  const parameters = "# tool 1.2\nR;C;corner\nOhm;F;\n10k;0,763n;slow\n4k7;1,47n;fast\n";
  await box("Parameters File").setInputFiles(csv("parameters.csv", Buffer.from(parameters)));
  const preview = (label: string) => page.getByRole("region", { name: `Preview of the ${label}` });
  await preview("Parameters File").getByText('Column "R": 10k is read as 10000 Ohm.').waitFor();
  await preview("Parameters File").getByText("Row 3 holds units: Ohm, F, none.").waitFor();
  const points = Array.from({ length: 9 }, (_, i) => `id_${i}`).join();
  const outputs = `${points},s21\n1,2,3,4,5,6,7,8,9,0.1-0.2j\n2,3,4,5,6,7,8,9,10,0.2-0.1j\n`;
  await box("Outputs File").setInputFiles(csv("outputs.csv", Buffer.from(outputs)));
  const answers = preview("Outputs File");
  await answers.getByText('"0.1-0.2j" is a complex number').waitFor();
  await answers.getByRole("button", { name: "Real and imaginary part" }).click();
  await answers.getByText('"0.1-0.2j" is a complex number').waitFor({ state: "hidden" });
  await answers.getByRole("button", { name: "Join numbered columns" }).click();
  await answers.getByText('are read as one curve of 9 points, "id".').waitFor();
  await answers.getByRole("button", { name: "Undo: Join numbered columns" }).waitFor();
  assert.is(await overflow(page), 0);
});

it("gives what is no CSV no tick, and creates nothing from it", async () => {
  await nameBox().fill("A picture");
  await box("Parameters File").setInputFiles(csv("parameters.csv", fixture("engineering1/parameters.csv")));
  await box("Outputs File").setInputFiles(csv("outputs.csv", Buffer.from("PK\u0003\u0004 a workbook")));
  await page.getByText("This file cannot be used: this is a zip archive or an Excel workbook").waitFor();
  await page.getByText("uploaded").nth(1).waitFor();
  await page.locator("[data-sound=true]").first().waitFor();
  assert.is(await page.locator("[data-sound=true]").count(), 1);
  await create();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
  assert.ok(page.url().endsWith("/jobs/new"));
});

it("goes on with an upload whose chunk was lost, from where the server is", async () => {
  await nameBox().fill("Large");
  const ranges: string[] = [];
  await page.route("**/upload/**", async (route) => {
    const range = route.request().headers()["content-range"];
    if (route.request().method() !== "POST" || range === undefined) return route.continue();
    ranges.push(range);
    // The second chunk breaks off once.
    return ranges.length === 2 ? route.abort("connectionreset") : route.continue();
  });
  const file = csv("large.csv", largeCsv(21 * 1024 * 1024));
  await box("Parameters File").setInputFiles(file);
  await page.getByText("MB · uploaded").waitFor();
  const size = file.buffer.length;
  const chunk = 10 * 1024 * 1024;
  const second = `bytes ${chunk}-${2 * chunk - 1}/${size}`;
  assert.equal(ranges, [
    `bytes 0-${chunk - 1}/${size}`,
    second,
    second,
    `bytes ${2 * chunk}-${size - 1}/${size}`,
  ]);
});

it("shows how far an upload is, and cancels it", async () => {
  const file = csv("large.csv", largeCsv(11 * 1024 * 1024));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/upload/**", async (route) => {
    await held;
    await route.abort();
  });
  await box("Parameters File").setInputFiles(file);
  await page.getByRole("progressbar", { name: "Upload of Parameters File" }).waitFor({ state: "attached" });
  await page.getByText(/ of 11\.\d MB/).waitFor();
  await page.getByRole("button", { name: "Cancel the upload of Parameters File" }).click();
  await page.getByRole("button", { name: "choose one: Parameters File" }).waitFor();
  release();
});

it("says when an upload failed for good, and tries again when asked", async () => {
  await page.route("**/upload/**", (route) => route.fulfill({ status: 413, json: { message: "Too large" } }));
  await box("Parameters File").setInputFiles(csv("p.csv", fixture("cardiac6/parameters.csv")));
  await page.getByText("Sorry, there was an error uploading your file(s), please try again.").waitFor();
  await page.unroute("**/upload/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("· uploaded").waitFor();
});

it("sends a chunk that the server fails to take three more times", async () => {
  let chunks = 0;
  await page.route("**/upload/**", (route) => {
    if (route.request().method() === "POST") chunks++;
    return route.fulfill({ status: 503, body: "" });
  });
  await page.clock.install();
  await box("Parameters File").setInputFiles(csv("p.csv", fixture("cardiac6/parameters.csv")));
  const failed = page.getByText(MESSAGES.uploading);
  await eventually("it gives up", async () => {
    await page.clock.runFor(RETRY_MS);
    return await failed.isVisible();
  });
  assert.is(chunks, 1 + UPLOAD_RETRIES);
});

it("fills itself with sample data", async () => {
  await page.getByRole("button", { name: "Try it with sample data" }).click();
  await page.getByRole("menuitem", { name: "Cantilever truss" }).click();
  await page.getByText("Sample data", { exact: true }).first().waitFor();
  assert.is(await nameBox().inputValue(), "Cantilever truss");
  await create();
  await page.waitForURL(/\/jobs\/\d+$/);
});

it("finds a job to import from by its name, and then needs no files", async () => {
  await nameBox().fill("Second campaign");
  const source = page.getByRole("combobox", { name: "Import from another job" });
  await source.fill("first camp");
  await page.getByRole("option", { name: `Cantilever, first campaign (${sourceId})` }).click();
  await create();
  await page.waitForFunction(() => document.querySelector("[aria-invalid=true]") === null);
  assert.is(await page.getByText("Input file is required").count(), 0);
});

it("takes the job to import from out of its address, or says that it cannot", async () => {
  await page.goto(`/jobs/new?source_job_id=${sourceId}`);
  const source = page.getByRole("combobox", { name: "Import from another job" });
  const chosen = `Cantilever, first campaign (${sourceId})`;
  await eventually("the job is chosen", async () => (await source.inputValue()) === chosen);
  assert.is(await nameBox().inputValue(), "Cantilever, first campaign, trained again");
  await page.goto("/jobs/new?source_job_id=99999");
  await page.getByText("Sorry, there was an error loading the source job. Please try again.").waitFor();
});

it("shows what the server refuses under the field it refuses", async () => {
  await page.route("**/api/internal/jobs", (route) =>
    route.fulfill({
      status: 400,
      json: { message: "Invalid request body", errors: { input_file: ["The upload is gone."] } },
    }),
  );
  await page.getByRole("button", { name: "Try it with sample data" }).click();
  await page.getByRole("menuitem", { name: "Heart activation times" }).click();
  await page.getByText("Sample data", { exact: true }).first().waitFor();
  await create();
  await page.getByText("The upload is gone.").waitFor();
  await page.unroute("**/api/internal/jobs");
});

it("keeps its options folded away until asked, and fits a phone", async () => {
  const options = page.getByRole("button", { name: "Options" });
  assert.is(await options.getAttribute("aria-expanded"), "false");
  await options.click();
  await page.getByLabel("Ignore failed runs").check();
  await page.getByLabel("Number duplicate names").check();
  await page.setViewportSize(PHONE);
  assert.is(await overflow(page), 0);
});
