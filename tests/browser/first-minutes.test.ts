/** The first minutes of a new user: empty lists, a file that is wrong, a name that is to be another. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { addSpecVersion } from "../support/browser/specs.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the first minutes", { timeout: 60_000 });

const server = await startTestServer();
const baseURL = server.url;
let ada: Account;
let page: Page;

it.before(async () => {
  ada = await addPerson(server.config, "Ada Lovelace");
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

it("begin at empty lists that say how to begin", async () => {
  await page.goto("/jobs");
  const ways = page.getByRole("list", { name: "Ways to create a first job" });
  await ways.getByRole("link", { name: /Use your own files/ }).waitFor();
  await checkLooks(page, null);
  await ways.getByRole("link", { name: /Try sample data/ }).click();
  await page.getByRole("menuitem", { name: /Cantilever truss/ }).waitFor();
  await page.goto("/specs");
  await page
    .getByRole("list", { name: "Ways to a first spec" })
    .getByRole("link", { name: /Upload your/ })
    .waitFor();
  await checkLooks(page, null);
});

it("explain what empty files and resources are for, and what to do next", async () => {
  await page.goto("/files/work_dirs");
  await page.getByText("This directory is empty.").waitFor();
  await page.getByRole("link", { name: "Create a job" }).click();
  await page.waitForURL(`${baseURL}/jobs/new`);
  await page.goto("/files/specs");
  await page.getByRole("link", { name: "Create a spec" }).click();
  await page.waitForURL(`${baseURL}/specs/new`);
  await page.goto("/resources");
  await page.getByText("You have no resources connected").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Add Resource" }).waitFor();
  await page.goto("/user/tokens");
  await page.getByText(/^API tokens let scripts use Understudy as you/).waitFor();
});

it("find a spec, and open all that is known of it", async () => {
  const { spec_id } = await addSpecVersion(server.config, ada, { verbose_name: "A divider" });
  await addSpecVersion(server.config, ada, { verbose_name: "An amplifier" });
  await page.goto("/specs");
  await page.getByRole("link", { name: "An amplifier", exact: true }).waitFor();
  await page.getByRole("searchbox", { name: "Filter by name or ID" }).fill("divi");
  await page.getByRole("link", { name: "An amplifier", exact: true }).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "A divider", exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/specs/${spec_id}`);
  await page.getByRole("heading", { name: "A divider" }).waitFor();
  await page.getByRole("table", { name: "Versions" }).getByText("1 (latest)").waitFor();
  await page.getByRole("table", { name: "Variables" }).getByText("Scalar").first().waitFor();
  await page.getByText("No job has been made from this spec yet.").waitFor();
  await checkLooks(page, null);
});

it("describe both ways to create a job", async () => {
  await page.goto("/jobs");
  await page.getByRole("button", { name: "Create Job" }).click();
  const ways = [
    [/Create Data-Driven Job.*CSV files/s, "/jobs/new"],
    [/Create Job from Spec.*simulation program/s, "/specs"],
  ] as const;
  for (const [name, path] of ways)
    assert.is(await page.getByRole("menuitem", { name }).getAttribute("href"), path);
});

it("replace the file that was wrong, and keep the rest", async () => {
  const [id = 0] = await addJobs(server.config, ada, [
    {
      name: "Kept",
      status: "Validation Failed",
      is_data_driven: true,
      file_names: { parameters: "parameters.csv", outputs: "outputs.csv" },
      validation_errors: { "Outputs File": ['outputs.csv, row 6, column "y": the cell is empty'] },
    },
  ]);
  await mkdir(join(server.config.dataDir, "work_dirs", String(id)), { recursive: true });
  await page.goto(`/jobs/${id}`);
  const retry = page.getByRole("button", { name: "Retry" });
  await retry.waitFor();
  assert.is(await retry.getAttribute("data-variant"), "filled", "the primary action");
  await page.getByRole("button", { name: "Replace file" }).click();
  await checkLooks(page, null);
  await page.getByRole("button", { name: "Replace and validate" }).click();
  await page.getByText("A file is required").first().waitFor();
  for (const label of ["Parameters File", "Outputs File"]) {
    const file = { name: "right.csv", mimeType: "text/csv", buffer: Buffer.from("y\n1\n2\n") };
    await page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles(file);
  }
  await page.getByText("1 column, 2 rows").nth(1).waitFor();
  await page.getByRole("button", { name: "Replace and validate" }).click();
  await page.getByText("Every row and column of the files is being checked.").waitFor();
  await page.getByRole("heading", { name: "Kept" }).waitFor();
});

it("edit a name and a description in place, on a phone too", async () => {
  const [id = 0] = await addJobs(server.config, ada, [{ name: "Untitled", description: "Old words" }]);
  const phone = await newPage({ baseURL, as: ada, size: PHONE });
  await phone.goto(`/jobs/${id}`);
  const edit = phone.getByRole("button", { name: "Edit the name and the description" });
  await edit.click();
  await phone.getByRole("textbox", { name: "Name", exact: true }).fill("Nobody keeps this");
  await phone.keyboard.press("Escape");
  await phone.getByRole("heading", { name: "Untitled" }).waitFor();
  await edit.click();
  await checkLooks(phone, null);
  await phone.getByRole("textbox", { name: "Name", exact: true }).fill("Gate length");
  await phone.getByRole("textbox", { name: "Description", exact: true }).fill("New words");
  await phone.getByRole("button", { name: "Save" }).click();
  await phone.getByRole("heading", { name: "Gate length" }).waitFor();
  await phone.getByText("New words").waitFor();
  assert.equal(complaints(phone), []);
  await phone.context().close();
});
