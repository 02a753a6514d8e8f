import type { Config } from "@understudy/server/core/config.ts";
import type { Page } from "playwright";
import { assert, eventually, stretched, suite } from "../harness.ts";
import { complaints, logIn, newPage, overflow, PHONE } from "../support/browser/browser.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the job list", { timeout: 60_000 });

let baseURL = "";
let config: Config;
let ada: Account;
let grace: Account;
let page: Page;

it.before(async () => {
  const server = await startTestServer();
  ({ url: baseURL, config } = server);
  ada = await addPerson(config, "Ada Lovelace");
  grace = await addPerson(config, "Grace Hopper");
  page = await newPage({ baseURL, as: ada });
});
it.after(async () => {
  assert.equal(complaints(page), []);
});

const row = (on: Page, id: number) => on.locator(`tr[data-id="${id}"]`);
/** The list's ids from top to bottom, once `first` is the first of them. */
async function idsFrom(first: number): Promise<number[]> {
  const rows = page.locator("tbody tr");
  await eventually(`job ${first} comes first`, async () => {
    return (await rows.first().getAttribute("data-id")) === String(first);
  });
  return await rows.evaluateAll((elements) =>
    elements.map((element) => Number(element.getAttribute("data-id"))),
  );
}

it("says so when there are no jobs, and leads to making one", async () => {
  await page.goto("/jobs");
  await page.getByText("You currently have no jobs").waitFor();
  await page.getByRole("button", { name: "Create Job" }).click();
  await page.getByRole("menuitem", { name: "Create Data-Driven Job" }).click();
  await page.waitForURL(`${baseURL}/jobs/new`);
});

it("pages, sorts and filters, all of it in the address", async () => {
  const names = Array.from({ length: 60 }, (_, index) => ({
    name: `Heat sink ${String(99 - index)}`,
    tags: index === 7 ? ["thermal"] : [],
  }));
  const ids = await addJobs(config, grace, names);
  const newest = [...ids].reverse();
  await page.goto("/jobs");
  assert.equal(await idsFrom(newest[0] ?? 0), newest.slice(0, 25));
  const headers = await page.locator("thead th").allInnerTexts();
  assert.equal(
    headers.map((header) => header.trim()).filter((header) => header !== ""),
    ["ID", "Name", "Objective", "Spec ID", "Tags", "Creator", "Created", "Modified", "Status"],
  );
  for (const name of ["First", "Previous", "Next", "Last"])
    assert.is(await page.getByRole("button", { name, exact: true }).getAttribute("title"), name);
  await page.getByRole("button", { name: "Next" }).click();
  assert.equal(await idsFrom(newest[25] ?? 0), newest.slice(25, 50));
  assert.is(page.url(), `${baseURL}/jobs?page_number=2`);
  await page.getByRole("button", { name: "Last" }).click();
  assert.equal(await idsFrom(newest[50] ?? 0), newest.slice(50));
  await page.goBack();
  assert.equal(await idsFrom(newest[25] ?? 0), newest.slice(25, 50));
  await page.getByRole("button", { name: "Name" }).click();
  assert.equal(await idsFrom(newest[0] ?? 0), newest.slice(0, 25));
  assert.is(await page.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort"), "ascending");
  await page.reload();
  assert.is(await page.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort"), "ascending");

  const filter = page.getByPlaceholder("Filter by name, ID or tag");
  await filter.fill("thermal");
  assert.equal(await idsFrom(ids[7] ?? 0), [ids[7]]);
  await filter.fill(String(ids[3]));
  await row(page, ids[3] ?? 0).waitFor();
  await row(page, ids[7] ?? 0).waitFor({ state: "detached" });
  await filter.fill("no such job");
  await page.getByText("No jobs match the filter.").waitFor();
  await page.goto("/jobs?page_number=9");
  await page.getByText("There are no jobs on this page.").waitFor();
});

it("reads a page once, and not again while nothing changes", async () => {
  await page.goto("/jobs");
  await page.locator("tbody tr").first().waitFor();
  const reads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/internal/jobs/?page_number=2")) reads.push(request.url());
  });
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForURL(/page_number=2/);
  await page.waitForTimeout(1_500);
  // Where the server takes long to listen, it is read before and then.
  assert.ok(reads.length === 1 || reads.length === 2, reads.join(" "));
  const { length } = reads;
  await page.waitForTimeout(1_000);
  assert.is(reads.length, length, reads.join(" "));
  page.removeAllListeners("request");
});

it("deletes only one's own, only once that is confirmed, and says so", async () => {
  const [theirs = 0] = await addJobs(config, grace, [{ name: "Not hers" }]);
  const [mine = 0, keptId = 0] = await addJobs(config, ada, [{ name: "To be deleted" }, { name: "Kept" }]);
  await page.goto("/jobs");
  await page.getByLabel(`Select job ${theirs}`).check();
  await page.getByText("1 selected").waitFor();
  assert.is(
    await page
      .getByRole("button", { name: /^Delete/ })
      .filter({ visible: true })
      .count(),
    0,
  );
  await page.getByLabel(`Select job ${mine}`).check();
  await page.getByRole("button", { name: "Delete 1" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Delete 1" }).click();
  await page.getByRole("button", { name: "Delete 1 job" }).click();
  await page.getByText("Deleted 1 job").waitFor();
  await row(page, mine).waitFor({ state: "detached" });
  assert.is(await row(page, keptId).count(), 1);
  assert.is(await row(page, theirs).count(), 1);
});

it("says when the jobs cannot be deleted, and keeps them", async () => {
  const [mine = 0] = await addJobs(config, ada, [{ name: "Still here" }]);
  await page.goto("/jobs");
  await page.route("**/jobs:delete", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByLabel(`Select job ${mine}`).check();
  await page.getByRole("button", { name: "Delete 1" }).click();
  await page.getByRole("button", { name: "Delete 1 job" }).click();
  await page.getByText("Sorry, there was an error deleting the jobs. Please try again.").waitFor();
  await page.unroute("**/jobs:delete");
  assert.is(await row(page, mine).count(), 1);
});

it(
  "reads the list again when the connection comes back",
  async () => {
    const [id = 0] = await addJobs(config, ada, [{ name: "Changed meanwhile", status: "Validation Failed" }]);
    const other = await newPage({ baseURL, as: grace });
    await other.goto("/jobs");
    await row(other, id).waitFor();
    await other.context().setOffline(true);
    await other.getByText("The live connection was lost.").waitFor({ timeout: stretched(60_000) });
    await addJobs(config, ada, [{ name: "Made while away" }]);
    await other.context().setOffline(false);
    await other.getByText("Made while away").waitFor();
    await other.context().close();
  },
  { timeout: 90_000 },
);

it("fits a phone, with the status under the name", async () => {
  const phone = await newPage({ baseURL, size: PHONE, as: ada });
  await phone.goto("/jobs");
  await phone.locator("tbody tr").first().waitFor();
  assert.is(await overflow(phone), 0);
  assert.is(await phone.getByRole("columnheader", { name: "Status" }).isVisible(), false);
  assert.is(await phone.locator("tbody tr").first().locator("[data-status]").first().isVisible(), true);
  await phone.getByRole("button", { name: "Open the menu" }).click();
  await phone.getByRole("link", { name: "Jobs" }).click();
  await phone.getByRole("button", { name: "Open the menu" }).waitFor();
  assert.equal(complaints(phone), []);
  await phone.context().close();
});

it("shows the columns that were chosen, also in a narrow window, and remembers them", async () => {
  const narrow = await newPage({ baseURL, as: ada, size: { width: 1024, height: 700 } });
  await narrow.goto("/jobs");
  const header = (name: string) => narrow.getByRole("columnheader", { name, exact: true });
  await header("Creator").waitFor();
  assert.is(await header("Spec ID").isVisible(), false);
  await narrow.getByRole("button", { name: "Columns" }).click();
  await narrow.getByRole("checkbox", { name: "Spec ID" }).check();
  await narrow.getByRole("checkbox", { name: "Created" }).check();
  await narrow.getByRole("checkbox", { name: "Creator" }).uncheck();
  await narrow.reload();
  await header("Spec ID").waitFor();
  await header("Created").waitFor();
  assert.is(await header("Creator").count(), 0);
  await narrow.context().close();
});

it("leaves Single Run jobs out where that is chosen", async () => {
  const [run = 0, training = 0] = await addJobs(config, ada, [
    { name: "One-off run", objective: "Single Run" },
    { name: "One-off training" },
  ]);
  await page.goto("/jobs?filter=One-off");
  await row(page, run).waitFor();
  await page.getByRole("switch", { name: "Single runs" }).click();
  await row(page, run).waitFor({ state: "detached" });
  await row(page, training).waitFor();
  assert.match(page.url(), /one_off=false/);
});

it("is an Emulator list of ID and Name to restricted users, and hides Spec ID on wish", async () => {
  const ids = await addJobs(config, ada, [
    { name: "Allowed", status: "Complete", emulator_version: 1 },
    { name: "Allowed too", status: "Complete", emulator_version: 1 },
    { name: "Not allowed", status: "Complete", emulator_version: 1 },
  ]);
  const rita = await addPerson(config, "Rita Stricted", {
    restricted: true,
    accessible_job_ids: ids.slice(0, 2),
  });
  const theirs = await newPage({ baseURL });
  await logIn(theirs, rita);
  await theirs.getByRole("heading", { name: "Emulator" }).waitFor();
  await row(theirs, ids[1] ?? 0).waitFor();
  assert.equal(await theirs.locator("thead th").allInnerTexts(), ["ID", "Name"]);
  assert.is(await theirs.locator("tbody tr").count(), 2);
  assert.is(await theirs.getByText("Create Job").count(), 0);
  await theirs.context().close();

  const hugo = await addPerson(config, "Hugo Hidden", { hide_specs: true });
  const without = await newPage({ baseURL, as: hugo });
  await without.goto("/jobs");
  await without.locator("tbody tr").first().waitFor();
  assert.is(await without.getByRole("columnheader", { name: "Spec ID" }).count(), 0);
  assert.is(await without.getByRole("link", { name: "Specs" }).count(), 0);
  await without.getByRole("link", { name: "Create Job" }).click();
  await without.waitForURL(`${baseURL}/jobs/new`);
  await without.context().close();
});
