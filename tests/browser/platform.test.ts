/** The page of operators, and the notice of maintenance on everybody's pages. */
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addJobs, addPerson, connectStore } from "../support/browser/people.ts";
import { holdMachinesRole } from "../support/processes/machines-role.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { insertServer } from "../support/specs/spec-records.ts";

const it = suite("the page of the platform", { timeout: 90_000 });

let page: Page;
let guestPage: Page;

it.before(async () => {
  const { url: baseURL, config } = await startTestServer();
  const store = await connectStore(config);
  await holdMachinesRole(store);
  const ada = await addPerson(config, "Ada Lovelace", { roles: ["admin"] });
  const grace = await addPerson(config, "Grace Hopper");
  const jobs = await addJobs(config, grace, [
    { name: "Heart", status: "Pending Training" },
    { name: "Truss", status: "Pending Training" },
  ]);
  await insertServer(store, grace.id, { name: "lab", running: 3 });
  const created_time = new Date(Date.now() - 3_600_000);
  await store.machines.insert({
    ...{
      _id: 99,
      job_id: jobs[0] ?? 1,
      user_id: grace.id,
      name: "understudy-99",
      label: "Standard_NC4as_T4_v3",
    },
    ...{ place: null, phase: "releasing", phase_time: created_time, created_time, start_until: null },
    ...{ instance: null, release_problem: "The machine could not be deleted: access was refused." },
  });
  page = await newPage({ baseURL, as: ada });
  const restricted = await addPerson(config, "Rita Stricted", { restricted: true });
  guestPage = await newPage({ baseURL, as: restricted });
});
it.after(() => {
  assert.equal([...complaints(page), ...complaints(guestPage)], []);
});

it("shows processes, queues by person, servers and machines", async () => {
  await page.goto("/jobs");
  await page.getByRole("link", { name: "Platform" }).click();
  await page.getByRole("row", { name: /Web process.*Running/ }).waitFor();
  await page
    .getByRole("table", { name: "Queues by person" })
    .getByRole("row", { name: /Grace Hopper/ })
    .waitFor();
  await page.getByRole("row", { name: /lab.*Grace Hopper.*3 of 8/ }).waitFor();
  await page.getByRole("row", { name: /NC4as_T4_v3.*Being deleted.*could not be deleted/ }).waitFor();
});

it("drains a process, and has it take work again", async () => {
  await page.getByRole("button", { name: /^Drain Web process/ }).click();
  await page.getByRole("row", { name: /Web process.*Drained/ }).waitFor();
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "platform");
  }
  await page.getByRole("button", { name: /^Resume Web process/ }).click();
  await page.getByRole("row", { name: /Web process.*Running/ }).waitFor();
});

it("puts a notice on the open pages of everybody, who may close it until it changes", async () => {
  await guestPage.goto("/jobs");
  await guestPage.getByRole("heading", { level: 1 }).waitFor();
  const box = page.getByLabel("Notice on everybody's pages");
  await box.fill("Upgrade at 18:00, <b>for an hour</b>");
  await page.getByRole("button", { name: "Show Notice" }).click();
  const notice = guestPage.getByText("Upgrade at 18:00, <b>for an hour</b>", { exact: true });
  await notice.waitFor();
  await checkLooks(guestPage, "maintenance-notice");
  await guestPage.getByRole("button", { name: "Close the notice of maintenance" }).click();
  await notice.waitFor({ state: "detached" });
  await guestPage.reload();
  await guestPage.getByRole("heading", { level: 1 }).waitFor();
  await box.fill("Upgrade at 19:00");
  await page.getByRole("button", { name: "Show Notice" }).click();
  await guestPage.getByText("Upgrade at 19:00").waitFor();
  assert.is(await notice.count(), 0, "the earlier one stays closed");
  await page.getByRole("button", { name: "Remove Notice" }).click();
  await guestPage.getByText("Upgrade at 19:00").waitFor({ state: "detached" });
});

it("does not exist for others", async () => {
  await guestPage.goto("/platform");
  await guestPage.getByText("This page doesn't exist").waitFor();
});
