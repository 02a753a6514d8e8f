/** A job's share dialog, and the pages of the restricted users that it is for. */
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("sharing a job", { timeout: 90_000 });

let baseURL = "";
let rita: Account;
let owner: Page;
let guest: Page;
let heart = 0;

it.before(async () => {
  const { url, config } = await startTestServer();
  baseURL = url;
  const ada = await addPerson(config, "Ada Lovelace");
  const [first = 0, second = 0] = await addJobs(config, ada, [
    { name: "Truss", status: "Complete", emulator_version: 1 },
    { name: "Heart", status: "Complete", emulator_version: 1 },
  ]);
  heart = second;
  rita = await addPerson(config, "Rita Stricted", { restricted: true, accessible_job_ids: [first] });
  await addPerson(config, "Rob Stricted", { restricted: true });
  owner = await newPage({ baseURL, as: ada });
  guest = await newPage({ baseURL, as: rita });
});
it.after(() => {
  assert.equal([...complaints(owner), ...complaints(guest)], []);
});

const heartRow = () => guest.getByRole("row", { name: /Heart/ });
const findSwitch = (name: string) => owner.getByRole("dialog").getByRole("switch", { name });

it("adds it to the open list of a restricted user, without a reload", async () => {
  await guest.goto("/jobs");
  await guest.getByRole("heading", { name: "Emulator" }).waitFor();
  await guest.getByRole("row", { name: /Truss/ }).waitFor();
  assert.is(await heartRow().count(), 0);
  await owner.goto(`/jobs/${heart}`);
  await owner.getByRole("button", { name: "Share" }).click();
  await findSwitch("Rita Stricted").focus();
  await owner.keyboard.press("Space");
  await heartRow().waitFor();
  assert.ok(await findSwitch("Rita Stricted").evaluate((element) => element === document.activeElement));
  assert.equal(
    [await findSwitch("Rita Stricted").isChecked(), await findSwitch("Rob Stricted").isChecked()],
    [true, false],
  );
});
it("is legible in the dialog and on the guest's page", async () => {
  for (const size of [DESKTOP, PHONE]) {
    await owner.setViewportSize(size);
    await checkLooks(owner, "share");
    await guest.setViewportSize(size);
    await checkLooks(guest, "emulator-list");
  }
  await owner.setViewportSize(DESKTOP);
  await guest.setViewportSize(DESKTOP);
});
it("ends on the guest's open page at once, and in their list", async () => {
  await heartRow().getByRole("link", { name: "Heart" }).click();
  await guest.getByRole("heading", { name: "Heart" }).waitFor();
  assert.is(await guest.getByRole("button", { name: "Share" }).count(), 0);
  await findSwitch("Rita Stricted").uncheck();
  await guest.getByRole("heading", { name: "Error loading job" }).waitFor();
  await guest.goto("/");
  await guest.waitForURL(/\/jobs\/\d+$/);
  await guest.getByRole("heading", { name: "Truss" }).waitFor();
  await guest.goto("/jobs");
  await guest.getByRole("row", { name: /Truss/ }).waitFor();
  assert.is(await heartRow().count(), 0);
});

const restricted = suite("a restricted user", { timeout: 90_000 });
const REFUSED_PAGES = [
  "/jobs/new",
  "/specs",
  "/specs/new",
  "/spec_templates/ngspice/specs/new",
  "/spec_versions/1/jobs/new?objective=Training",
  "/spec_versions/1/edit",
  "/files",
  "/resources",
  "/metrics",
  "/guides/overview",
  "/users",
  "/user/profile",
  "/user/tokens",
  "/user/password",
];
restricted("has a logo, no sidebar, no back button and no way to create jobs", async () => {
  await guest.goto("/");
  await guest.getByRole("heading", { name: "Truss" }).waitFor();
  await guest.getByRole("banner").getByRole("link", { name: "Understudy" }).waitFor();
  assert.is(await guest.getByRole("navigation", { name: "Main" }).count(), 0);
  assert.is(await guest.getByRole("link", { name: "Back to the jobs" }).count(), 0);
  assert.is(await guest.getByRole("tab").count(), 0);
  for (const name of ["Create Job", "Train Again"]) {
    assert.is(await guest.getByRole("button", { name }).count(), 0, name);
  }
});
restricted("finds nothing in the user menu but the appearance, the shortcuts and Log Out", async () => {
  await guest.getByRole("button", { name: "Rita Stricted, user menu" }).click();
  await guest.getByRole("menuitem", { name: "Log Out" }).waitFor();
  assert.equal(await guest.getByRole("menuitem").allInnerTexts(), ["Keyboard Shortcuts", "Log Out"]);
  await guest.keyboard.press("Escape");
});
restricted("gets the not-found page for every other route", async () => {
  for (const path of REFUSED_PAGES) {
    await guest.goto(path);
    await guest.getByRole("heading", { name: "This page doesn't exist" }).waitFor();
  }
});
