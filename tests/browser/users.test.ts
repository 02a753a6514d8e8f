/** People as an admin manages them, and how these people then get in. */

import type { Store } from "@understudy/server/models/store.ts";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, logIn, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson, connectStore } from "../support/browser/people.ts";
import { withRedis } from "../support/processes/databases.ts";
import { holdMachinesRole } from "../support/processes/machines-role.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the page of users", { timeout: 90_000 });

let baseURL = "";
let redisUrl = "";
let runnerKey = "";
let machines: Store["machines"];
let page: Page;
let grace: Account;
let link = "";

const openDialog = async (name: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
  return page.getByRole("dialog");
};
const copied = async () => (await page.getByRole("dialog").locator("code").textContent()) ?? "";
/** The page as it is, on a desktop and on a phone. */
const checkBoth = async (name: string) => {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, name);
  }
};

it.before(async () => {
  const { url, config } = await startTestServer();
  baseURL = url;
  redisUrl = config.redisUrl;
  const store = await connectStore(config);
  await holdMachinesRole(store);
  ({ machines } = store);
  runnerKey = `${config.redisPrefix}:runner`;
  const ada = await addPerson(config, "Ada Lovelace", { roles: ["admin"] });
  grace = await addPerson(config, "Grace Hopper");
  await addPerson(config, "Rita Stricted", { restricted: true });
  await addJobs(config, grace, [
    { name: "Heart", status: "Complete", emulator_version: 1 },
    { name: "Truss", status: "Training", progress_percentage: 40 },
  ]);
  page = await newPage({ baseURL });
  await logIn(page, ada);
});
it.after(() => {
  assert.equal(complaints(page), []);
});

it("says that no runner is connected while none is", async () => {
  await withRedis(redisUrl, (redis) => redis.del(runnerKey));
  await page.goto("/users");
  await page.getByText(MESSAGES.noRunner).waitFor();
  await checkBoth("users-no-runner");
  await withRedis(redisUrl, (redis) => redis.set(runnerKey, "test"));
  await page.goto("/jobs");
});

it("says which machine could not be deleted, and what deletes it", async () => {
  const time = new Date();
  const problem = MACHINE_MESSAGES.machineNeedsAzure("s-1", "gpu");
  await machines.insert({
    _id: 9_001,
    job_id: 1,
    user_id: 1,
    name: "understudy-test-9001",
    label: "Standard_NC4as_T4_v3",
    place: { provider: "azure", subscription: "s-1", resource_group: "gpu" },
    phase: "releasing",
    phase_time: time,
    created_time: time,
    start_until: null,
    instance: null,
    release_problem: problem,
  });
  await page.goto("/users");
  await page.getByText(`understudy-test-9001: ${problem}`).waitFor();
  await checkBoth("users-stuck-machine");
  await machines.remove({});
  await page.goto("/jobs");
});

it("is in an admin's user menu, and lists everybody", async () => {
  await page.getByRole("button", { name: "Ada Lovelace, user menu" }).click();
  await page.getByRole("menuitem", { name: "Users" }).click();
  await page.getByRole("heading", { name: "Users" }).waitFor();
  await page.getByRole("row", { name: /Grace Hopper/ }).waitFor();
  assert.is(new URL(page.url()).pathname, "/users");
  await page.setViewportSize({ width: 1024, height: 768 });
  await checkLooks(page, "users");
  await checkBoth("users");
  await page.getByRole("searchbox", { name: "Filter by name or email" }).fill("rita");
  await page.getByRole("row", { name: /Grace Hopper/ }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await page.getByRole("row", { name: /Grace Hopper/ }).waitFor();
});

it("does not exist for a full user who is no admin", async () => {
  const other = await newPage({ baseURL, as: grace });
  await other.goto("/users");
  await other.getByRole("heading", { name: "This page doesn't exist" }).waitFor();
  await other.context().close();
});

it("creates a user with a link, and shows it once", async () => {
  await page.getByRole("button", { name: "Create User" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create User" }).click();
  await dialog.getByText("Name is required").waitFor();
  await dialog.getByLabel("Name").fill("Lin Key");
  await dialog.getByLabel("Email").fill("lin@example.org");
  await dialog.getByRole("radio", { name: "Restricted user" }).check();
  await dialog.getByRole("combobox", { name: "Accessible jobs" }).fill("hea");
  await page.getByRole("option", { name: /Heart/ }).click();
  await page.keyboard.press("Escape");
  await checkBoth("users-create");
  await dialog.getByRole("button", { name: "Create User" }).click();
  await dialog.getByText("it will not be shown again").waitFor();
  link = await copied();
  assert.is(new URL(link).pathname, "/choose_password");
  await checkBoth("users-link");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("row", { name: /Lin Key.*No password yet/ }).waitFor();
});

it("lets a restricted user in by the link, straight to their one job", async () => {
  const lin = await newPage({ baseURL });
  await lin.goto(link);
  await lin.getByText("Welcome, Lin Key").waitFor();
  await checkLooks(lin, "choose-password");
  await lin.getByRole("textbox", { name: "New password", exact: true }).fill("a long way from common");
  await lin.getByRole("textbox", { name: "Confirm new password" }).fill("something else");
  await lin.getByText("Passwords do not match").waitFor();
  await lin.getByRole("textbox", { name: "Confirm new password" }).fill("a long way from common");
  await lin.getByRole("button", { name: "Save and Log In" }).click();
  await lin.waitForURL(/\/jobs\/\d+$/);
  await lin.getByRole("heading", { name: "Heart" }).waitFor();
  await lin.goto(link);
  await lin.getByText("This link has expired or has already been used.").waitFor();
  await lin.context().close();
});

it("edits a user, and says by the field what is wrong", async () => {
  const dialog = await openDialog("Rita Stricted", "Edit");
  await dialog.getByLabel("Email").fill(grace.email);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("A user with this email already exists").waitFor();
  await dialog.getByLabel("Email").fill("rita@example.org");
  await dialog.getByRole("radio", { name: "Full user" }).check();
  await dialog.getByRole("switch", { name: "Hide specs" }).check();
  await dialog.getByLabel("Weight in the queues").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: /rita@example.org.*Full user, weight 2, specs hidden/ }).waitFor();
});

it("resets a password to a generated one", async () => {
  const dialog = await openDialog("Rita Stricted", "Reset Password");
  await dialog.getByRole("radio", { name: "Generated password" }).check();
  await checkLooks(page, "users-reset");
  await dialog.getByRole("button", { name: "Reset Password" }).click();
  await dialog.getByText("it will not be shown again").waitFor();
  const password = await copied();
  await dialog.getByRole("button", { name: "Done" }).click();
  const rita = await newPage({ baseURL, as: { email: "rita@example.org", password } });
  await rita.goto("/user/profile");
  await rita.getByRole("heading", { name: "Profile" }).waitFor();
  await rita.context().close();
});

it("deactivates a user, whose open page goes to the log-in, and reactivates them", async () => {
  const other = await newPage({ baseURL, as: grace });
  await other.goto("/user/tokens");
  await other.getByText("You currently have no API tokens").waitFor();
  const dialog = await openDialog("Grace Hopper", "Deactivate");
  await checkLooks(page, "users-deactivate");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("row", { name: /Grace Hopper.*Deactivated/ }).waitFor();
  await other.waitForURL(/\/login/);
  await other.context().close();
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Reactivate" }).click();
  await page.getByText("Reactivated: Grace Hopper").waitFor();
});

it("asks what happens to the jobs of a user who is deleted, and hands them over", async () => {
  const dialog = await openDialog("Grace Hopper", "Delete");
  await dialog.getByText("Grace Hopper has created 2 jobs").waitFor();
  await dialog.getByText("1 job is active now.").waitFor();
  await dialog.getByRole("radio", { name: /^Delete 2 jobs/ }).check();
  await dialog.getByText("1 job is active now and will be stopped.").waitFor();
  await dialog.getByRole("radio", { name: "Hand over 2 jobs" }).check();
  await checkBoth("users-delete");
  await dialog.getByRole("button", { name: "Delete User" }).click();
  await page.getByText("Deleted user: Grace Hopper").waitFor();
  await page.getByRole("row", { name: /Grace Hopper/ }).waitFor({ state: "detached" });
  await page.goto("/jobs");
  await page.getByRole("row", { name: /Heart.*Ada Lovelace/ }).waitFor();
});
