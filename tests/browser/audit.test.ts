/** The events of a job on its page, and all events for admins. */
import { DROPDOWN_MAX_HEIGHT_PX } from "@understudy/shared/limits.ts";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, logIn, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the audit journal", { timeout: 90_000 });

let page: Page;
let job = 0;
let rita: Account;

it.before(async () => {
  const { url, config } = await startTestServer({ demo: false });
  const ada = await addPerson(config, "Ada Lovelace", { roles: ["admin"] });
  rita = await addPerson(config, "Rita Stricted", { restricted: true });
  [job = 0] = await addJobs(config, ada, [{ name: "Heart", status: "Complete", emulator_version: 1 }]);
  page = await newPage({ baseURL: url });
  await logIn(page, ada);
});
it.after(() => {
  assert.equal(complaints(page), []);
});

it("shows on a job's page what was done to it, and follows what is done meanwhile", async () => {
  await page.goto(`/jobs/${job}`);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog").getByRole("switch", { name: rita.name }).press("Space");
  await page.getByRole("dialog").getByRole("switch", { name: rita.name, checked: true }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Activity" }).click();
  const activity = page.getByRole("dialog");
  await activity.getByText("Archived job").waitFor();
  await activity.getByText("Shared job").waitFor();
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "activity");
  }
  // As another page would, while this one is open.
  await page.evaluate(async (id) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: "Lung" });
    await fetch(`/api/internal/jobs/${id}`, { method: "PUT", headers, body });
  }, job);
  await activity.getByText("name: Lung").waitFor();
  await activity.getByRole("button", { name: "Close" }).click();
});
it("is in an admin's user menu, with a filter, the actions and a file", async () => {
  await page.getByRole("button", { name: "Ada Lovelace, user menu" }).click();
  await page.getByRole("menuitem", { name: "Audit Journal" }).click();
  await page.waitForURL("/audit");
  await page
    .getByRole("row", { name: /Archived job/ })
    .getByText(/^Today at \d\d:\d\d$/)
    .first()
    .waitFor();
  for (const size of [PHONE, { width: 1024, height: 768 }, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "audit");
  }
  await page.getByRole("combobox", { name: "Action" }).click();
  const choices = await page.getByRole("listbox").filter({ visible: true }).boundingBox();
  assert.is(choices?.height, DROPDOWN_MAX_HEIGHT_PX, "there are more actions than it shows at once");
  await page.getByRole("option", { name: "Shared job", exact: true }).click();
  await page.getByRole("row", { name: /Archived job/ }).waitFor({ state: "detached" });
  await page.getByRole("searchbox", { name: "Filter by name, or job 7" }).fill("rita");
  await page.waitForURL(/filter=rita/);
  await page.getByRole("row", { name: /Shared job.*Rita Stricted/ }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  assert.is(file.suggestedFilename(), "audit.csv");
});
