/** The bell, notifications of the browser, and the page where people choose. */
import { transitionJob } from "@understudy/server/commands/jobs/transition-job.ts";
import { startDelivering } from "@understudy/server/commands/notifications/deliver.ts";
import type { JobStatus, JobTrigger } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, newTab, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { startHookServer } from "../support/notifications/hook-server.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("notifications", { timeout: 90_000 });

const { url: baseURL, config } = await startTestServer({ demo: false, internalWebhooks: true });
const platform = await openTestPlatform(config);
atEnd("delivering", startDelivering(platform).close);
let ada: Account;
let page: Page;

async function happens(name: string, status: JobStatus, trigger: JobTrigger, error: string | null = null) {
  const creation_time = new Date(Date.now() - 3_600_000);
  const [id = 0] = await addJobs(config, ada, [{ name, status, creation_time }]);
  await transitionJob(platform, id, trigger, error === null ? {} : { change: () => ({ error }) });
  return id;
}
const bell = (on: Page) => on.getByRole("button", { name: /^Notifications/ });
const bellSays = (on: Page, name: string) => on.getByRole("button", { name, exact: true }).waitFor();
const ofBrowser = (on: Page) => on.evaluate(() => Reflect.get(window, "shown"));

it.before(async () => {
  ada = await addPerson(config, "Ada Lovelace");
  page = await newPage({ baseURL, as: ada });
  await page.goto("/resources");
  await page.getByRole("heading", { level: 1 }).waitFor();
});
it.after(() => {
  assert.equal(complaints(page), []);
});

it("appear in the bell as they happen, with links to the jobs", async () => {
  await bellSays(page, "Notifications");
  const first = await happens(
    "Bridge of steel, with all of its load cases and more",
    "Training",
    "training-finished",
  );
  await bellSays(page, "Notifications, 1 unread notification");
  const why = "The training process ran out of memory. Choose a quicker effort or fewer outputs, then retry.";
  await happens("Op-amp", "Training", "failed", why);
  await happens("Truss", "Preprocessing", "preprocessed");
  await bellSays(page, "Notifications, 3 unread notifications");
  await bell(page).click();
  const dialog = page.getByRole("dialog", { name: "Notifications" });
  await dialog.getByText(why).waitFor();
  assert.is(await dialog.getByRole("listitem").count(), 3);
  await checkLooks(page, "bell");
  await page.setViewportSize(PHONE);
  await checkLooks(page, "bell");
  await page.setViewportSize(DESKTOP);
  await dialog.getByRole("link", { name: /^Bridge/ }).click();
  await page.waitForURL(`**/jobs/${first}**`);
  await bellSays(page, "Notifications, 2 unread notifications");
});
it("are read where their job is looked at, by their dot, or all at once, in all tabs", async () => {
  const other = await newTab(page);
  await other.goto("/resources");
  const id = await happens("Seen", "Training", "training-finished");
  await bellSays(other, "Notifications, 3 unread notifications");
  await page.goto(`/jobs/${id}`);
  await bellSays(other, "Notifications, 2 unread notifications");
  await bell(other).click();
  await other.getByRole("button", { name: "Mark as read: Op-amp, Training Failed" }).click();
  await bellSays(page, "Notifications, 1 unread notification");
  await other.getByRole("button", { name: "Mark all as read" }).click();
  await bellSays(page, "Notifications");
  await other.close();
});
it("say so where there are none", async () => {
  const grace = await addPerson(config, "Grace Hopper");
  const gracePage = await newPage({ baseURL, as: grace, size: PHONE });
  await gracePage.goto("/resources");
  await bell(gracePage).click();
  await gracePage.getByText(MESSAGES.noNotifications).waitFor();
  await checkLooks(gracePage, "bell-empty");
  await gracePage.context().close();
});
it("are shown by the browser once its user has turned them on, while the page is hidden", async () => {
  const adaPage = await newPage({ baseURL, as: ada });
  // Chromium without a window grants nothing and shows nothing: this stands for it.
  await adaPage.addInitScript(() => {
    const shown: string[] = [];
    const permissionRequests: string[] = [];
    class Stub extends EventTarget {
      static permission = localStorage.getItem("permission") ?? "default";
      static requestPermission = async () => {
        permissionRequests.push("asked");
        localStorage.setItem("permission", "granted");
        Stub.permission = "granted";
        return "granted";
      };
      constructor(title: string) {
        super();
        shown.push(title);
      }
      close() {}
    }
    Object.assign(window, { Notification: Stub, shown, asked: permissionRequests });
  });
  await adaPage.goto("/user/notifications");
  const turnOn = adaPage.getByRole("button", { name: "Turn On in This Browser" });
  await turnOn.waitFor();
  assert.equal(await adaPage.evaluate(() => Reflect.get(window, "asked")), [], "nobody is asked unasked");
  const hide = (hidden: boolean) =>
    adaPage.evaluate(
      (is) => Object.defineProperty(document, "hidden", { value: is, configurable: true }),
      hidden,
    );
  await hide(true);
  await happens("Not yet", "Training", "training-finished");
  await bellSays(adaPage, "Notifications, 1 unread notification");
  await turnOn.click();
  await adaPage.getByRole("button", { name: "Turn Off in This Browser" }).waitFor();
  await happens("Heart", "Training", "training-finished");
  await eventually("it is shown", async () => (await ofBrowser(adaPage)).length > 0);
  await hide(false);
  await happens("In front", "Training", "failed");
  await bellSays(adaPage, "Notifications, 3 unread notifications");
  assert.equal(await ofBrowser(adaPage), ["Heart is complete"]);
  await adaPage.context().close();
});
it("are not lost where they happen while the list is being read", async () => {
  const radia = await addPerson(config, "Radia Perlman");
  const radiaPage = await newPage({ baseURL, as: radia });
  await radiaPage.route(
    "**/api/internal/user/notifications",
    async (route) => {
      const response = await route.fetch();
      const [id = 0] = await addJobs(config, radia, [{ name: "Compiler", status: "Training" }]);
      await transitionJob(platform, id, "training-finished", {});
      await eventually(
        "it is stored",
        async () => (await platform.store.notifications.count({ job_id: id })) > 0,
      );
      // The push comes before the answer.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await radiaPage.goto("/resources");
  await bellSays(radiaPage, "Notifications, 1 unread notification");
  await radiaPage.context().close();
});
it("are chosen on their page, each kind in each place", async () => {
  await page.getByRole("button", { name: "Ada Lovelace, user menu" }).click();
  await page.getByRole("menuitem", { name: "Notifications" }).click();
  const box = page.getByRole("checkbox", { name: "A job is complete: Webhook" });
  await box.uncheck();
  assert.is(await page.getByRole("checkbox", { name: "A job is complete: E-mail" }).isDisabled(), true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(MESSAGES.choicesSaved).waitFor();
  await page.reload();
  await box.waitFor();
  assert.equal(
    [
      await box.isChecked(),
      await page.getByRole("checkbox", { name: "A job has failed: Webhook" }).isChecked(),
    ],
    [false, true],
  );
});
it("are posted to a webhook, whose secret is shown once and whose last result is on the page", async () => {
  const hook = await startHookServer((response, index) => response.writeHead(index === 0 ? 500 : 204).end());
  await page.getByLabel("Address").fill("hook");
  await page.getByRole("button", { name: "Add Webhook" }).click();
  await page.getByText(MESSAGES.webhookUrl).waitFor();
  await page.getByLabel("Address").fill(hook.url);
  await page.getByRole("button", { name: "Add Webhook" }).click();
  await page.getByText(/^whsec_/).waitFor();
  const test = page.getByRole("button", { name: "Send a Test" });
  await test.click();
  await page.getByText("The test was not delivered.").waitFor();
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "notifications");
  }
  await page.setViewportSize(DESKTOP);
  await test.click();
  await page.getByText("The test was delivered.").waitFor();
  await page.reload();
  await page.getByText("The test was delivered.").waitFor();
  assert.is(await page.getByText(/^whsec_/).count(), 0);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Add Webhook" }).waitFor();
});
