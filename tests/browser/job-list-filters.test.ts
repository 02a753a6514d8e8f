/**
 * The further abilities of the job list: filters that are saved and linked, tags, the archive, and the columns of
 * runs.
 */
import type { Config } from "@understudy/server/core/config.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the filters and the selection of the job list", { timeout: 60_000 });

let baseURL = "";
let config: Config;
let ada: Account;
let grace: Account;
let page: Page;
let ids: number[] = [];
let theirs = 0;

it.before(async () => {
  ({ url: baseURL, config } = await startTestServer());
  ada = await addPerson(config, "Ada Lovelace");
  grace = await addPerson(config, "Grace Hopper");
  const counts = { planned: 50, running: 0, complete: 40, failed: 0 };
  ids = await addJobs(config, ada, [
    { name: "Amplifier", status: "Complete", tags: ["rf"] },
    {
      name: "Mixer",
      status: "Interrupted",
      objective: "Optimization",
      best_score: 2.5,
      simulation_counts: counts,
    },
    { name: "Filter", status: "Complete", objective: "Sampling" },
  ]);
  [theirs = 0] = await addJobs(config, grace, [{ name: "Heat sink", status: "Complete" }]);
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const row = (id = 0, on = page) => on.locator(`tr[data-id="${id}"]`);
const shows = (names: readonly string[], on = page) =>
  eventually(`the list shows ${names.join(", ")}`, async () => {
    const links = await on.locator("tbody tr a").allInnerTexts();
    return links.join() === names.join();
  });
/** The options lie over the fields below until the field is left. */
const choose = async (label: string, option: string) => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
  await page.keyboard.press("Tab");
  await page.getByRole("option").filter({ visible: true }).first().waitFor({ state: "hidden" });
};

it("leaves several states, objectives and creators, and a link restores the view", async () => {
  await page.goto("/jobs");
  await shows(["Heat sink", "Filter", "Mixer", "Amplifier"]);
  await page.getByRole("button", { name: "Filters" }).click();
  await choose("Status", "Complete");
  await shows(["Heat sink", "Filter", "Amplifier"]);
  await choose("Status", "Interrupted");
  await choose("Creator", "Ada Lovelace");
  await shows(["Filter", "Mixer", "Amplifier"]);
  await choose("Objective", "Sampling");
  await shows(["Filter"]);
  const link = page.url();
  assert.is(new URL(link).searchParams.get("status"), "Interrupted,Complete");
  const other = await newPage({ baseURL, as: grace });
  await other.goto(link);
  await shows(["Filter"], other);
  await other.getByText("Creator: Ada Lovelace").waitFor();
  await other.getByRole("button", { name: "Remove the filter Objective: Sampling" }).click();
  await shows(["Filter", "Mixer", "Amplifier"], other);
  await other.getByRole("button", { name: "Clear all" }).click();
  await shows(["Heat sink", "Filter", "Mixer", "Amplifier"], other);
  await other.context().close();
});

it("keeps a change that another one follows before the page is drawn again", async () => {
  await page.goto(`/jobs?status=Complete&creator=${ada.id}`);
  await shows(["Filter", "Amplifier"]);
  const names = ["Remove the filter Status: Complete", "Remove the filter Creator: Ada Lovelace"];
  for (const name of names) await page.getByRole("button", { name }).waitFor();
  // The promise lets React answer the click, and leaves the router no time to draw.
  await page.evaluate(async (labels) => {
    for (const label of labels) {
      document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click();
      await Promise.resolve();
    }
  }, names);
  await shows(["Heat sink", "Filter", "Mixer", "Amplifier"]);
  assert.is(new URL(page.url()).search, "");
});

it("saves a filter by name, which follows its person to another machine", async () => {
  await page.goto("/jobs?status=Interrupted&objective=Optimization");
  await shows(["Mixer"]);
  await page.getByRole("button", { name: "Saved" }).click();
  await page.getByText("You have no saved filters yet.").waitFor();
  await page.getByRole("textbox", { name: "Name of the filter" }).fill("Stopped searches");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved filter: Stopped searches").waitFor();

  const elsewhere = await newPage({ baseURL, as: ada });
  await elsewhere.goto("/jobs?filter=heat");
  await shows(["Heat sink"], elsewhere);
  await elsewhere.getByRole("button", { name: "Saved" }).click();
  await elsewhere.getByRole("button", { name: "Stopped searches", exact: true }).click();
  await shows(["Mixer"], elsewhere);
  assert.is(new URL(elsewhere.url()).searchParams.get("status"), "Interrupted");
  await elsewhere.getByRole("button", { name: "Saved" }).click();
  await elsewhere.getByRole("button", { name: "Delete the filter Stopped searches" }).click();
  await elsewhere.getByText("You have no saved filters yet.").waitFor();
  await elsewhere.context().close();
});

it("adds and removes tags of the selected jobs", async () => {
  await page.goto("/jobs");
  await page.getByLabel(`Select job ${ids[0]}`).check();
  await page.getByLabel(`Select job ${ids[1]}`).check();
  await page.getByRole("button", { name: "Tags 2" }).click();
  await page.getByRole("combobox", { name: "Add" }).fill("thermal");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Remove" }).click();
  await page.getByRole("option", { name: "rf" }).click();
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Changed the tags of 2 jobs").waitFor();
  for (const id of ids.slice(0, 2)) await row(id).getByText("thermal").waitFor();
  await row(ids[0]).getByText("rf", { exact: true }).waitFor({ state: "detached" });
});

it("archives jobs, for everybody, and brings them back", async () => {
  const other = await newPage({ baseURL, as: grace });
  await other.goto("/jobs");
  await row(ids[2], other).waitFor();
  await page.goto("/jobs");
  await page.getByLabel(`Select job ${ids[2]}`).check();
  await page.getByLabel(`Select job ${theirs}`).check();
  await page.getByRole("button", { name: "Archive 1" }).click();
  await page.getByText("Archived 1 job").waitFor();
  await row(ids[2]).waitFor({ state: "detached" });
  await row(ids[2], other).waitFor({ state: "detached" });
  await row(theirs).waitFor();
  await page.goto("/jobs?archived=only");
  await row(ids[2]).getByText("Archived").waitFor();
  await page.getByLabel(`Select job ${ids[2]}`).check();
  await page.getByRole("button", { name: "Unarchive 1" }).click();
  await row(ids[2], other).waitFor();
  await other.context().close();
});

it("shows best score and number of simulations where they are chosen", async () => {
  await page.goto("/jobs");
  await row(ids[1]).waitFor();
  assert.is(await page.getByRole("columnheader", { name: "Best score" }).count(), 0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Best score" }).check();
  await page.getByRole("checkbox", { name: "Simulations" }).check();
  await page.keyboard.press("Escape");
  await row(ids[1]).getByText("2.5000", { exact: true }).waitFor();
  await row(ids[1]).getByText("40", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Best score" }).click();
  await page.getByRole("button", { name: "Best score" }).click();
  await page.waitForURL(/sort_by=best_score/);
});

it("looks finished with filters, with a selection and with its menus open", async () => {
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    const sizedPage = await newPage({ baseURL, size, as: ada });
    await sizedPage.goto("/jobs?status=Complete,Interrupted&creator=1");
    await sizedPage.goto(`/jobs?status=Complete,Interrupted&creator=${ada.id}&archived=include`);
    await row(ids[0], sizedPage).waitFor();
    await sizedPage.getByLabel(`Select job ${ids[0]}`).check();
    await sizedPage.getByLabel(`Select job ${ids[1]}`).check();
    await checkLooks(sizedPage, "jobs-selected");
    await sizedPage.getByRole("button", { name: "Filters (3)" }).click();
    await sizedPage.getByRole("combobox", { name: "Status" }).waitFor();
    await checkLooks(sizedPage, "jobs-filters");
    assert.equal(complaints(sizedPage), []);
    await sizedPage.context().close();
  }
});
