/** Checks that the pages are legible, can be used without a mouse or eyes, and are no wider than the window. */
import { assert, suite } from "../harness.ts";
import { newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { checkViews, type View } from "../support/browser/tour.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("every page of jobs, and of one's own", { timeout: 300_000 });

let baseURL = "";
let ada: Account;

it.before(async () => {
  const { url, config } = await startTestServer();
  baseURL = url;
  ada = await addPerson(config, "Ada Lovelace");
  await addJobs(config, ada, [
    { name: "Truss", status: "Validation Failed", tags: ["thermal", "draft"] },
    { name: "Heart", status: "Interrupted", interrupted_status: "Training" },
    {
      name: "A name that is much longer than any column of the list is wide, in all likelihood",
      status: "Complete",
    },
    { name: "Transistor", status: "Awaiting Configuration" },
    { name: "Busy", status: "Training", progress_percentage: 42 },
  ]);
});

const PAGE_VIEWS: readonly View[] = [
  { name: "jobs", path: "/jobs", prepare: (page) => page.locator("tbody tr").first().waitFor() },
  {
    name: "jobs-delete",
    path: "/jobs",
    prepare: async (page) => {
      await page
        .getByLabel(/^Select job/)
        .first()
        .check();
      await page.getByRole("button", { name: "Delete 1" }).click();
      await page.getByRole("dialog").waitFor();
    },
    isLostOnResize: true,
  },
  {
    name: "jobs-empty",
    path: "/jobs?filter=nothing",
    prepare: (page) => page.getByText(/No jobs match/).waitFor(),
  },
  {
    name: "new-job",
    path: "/jobs/new",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Options" }).click();
      await page.getByRole("button", { name: "Create Job" }).click();
      await page.getByText("Name is required").waitFor();
    },
  },
  {
    name: "jobs-banner",
    path: "/jobs",
    prepare: async (page) => {
      await page.route("**/jobs:delete", (route) => route.fulfill({ status: 500, body: "" }));
      await page
        .getByLabel(/^Select job/)
        .first()
        .check();
      await page.getByRole("button", { name: "Delete 1" }).click();
      await page.getByRole("button", { name: "Delete 1 job" }).click();
      // It stays while the pointer is on it.
      await page.getByText("Sorry, there was an error deleting the jobs. Please try again.").hover();
      await page.unroute("**/jobs:delete");
    },
    isLostOnResize: true,
  },
  { name: "password", path: "/user/password" },
  {
    name: "user-menu",
    path: "/user/password",
    prepare: async (page) => {
      const burger = page.getByRole("button", { name: "Open the menu" });
      if (await burger.isVisible()) await burger.click();
      await page.getByRole("button", { name: "Ada Lovelace, user menu" }).click();
      await page.getByRole("menuitem", { name: "Log Out" }).waitFor();
    },
    isLostOnResize: true,
  },
  { name: "not-found", path: "/no/such/page" },
];

it("has no serious accessibility problem in either scheme, wide or narrow", async () => {
  const page = await newPage({ baseURL });
  await page.goto("/login");
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByText("Email is required").waitFor();
  await checkLooks(page, "login");
  await page.setViewportSize(PHONE);
  await checkLooks(page, "login");
  await page.context().close();
  const adasPage = await newPage({ baseURL, as: ada });
  await checkViews(adasPage, PAGE_VIEWS);
  await adasPage.context().close();
});

it("can be used with the keyboard alone", async () => {
  const page = await newPage({ baseURL, as: ada });
  await page.goto("/jobs");
  await page.locator("tbody tr").first().waitFor();
  const focused = () =>
    page.evaluate(() => {
      const active = document.activeElement;
      return active?.getAttribute("aria-label") ?? active?.textContent ?? "";
    });
  const focusedTexts: string[] = [];
  for (let step = 0; step < 45; step++) {
    await page.keyboard.press("Tab");
    focusedTexts.push(await focused());
  }
  for (const expected of [
    "Skip to content",
    "Jobs",
    "Create Job",
    "Filter by name, ID or tag",
    "Transistor",
  ]) {
    assert.ok(
      focusedTexts.some((text) => text.startsWith(expected)),
      `${expected} is reached with Tab: ${focusedTexts.join(", ")}`,
    );
  }
  await page.goto("/jobs/new");
  const choose = page.getByRole("button", { name: "choose one: Parameters File" });
  await choose.focus();
  const chooser = page.waitForEvent("filechooser");
  await choose.press("Enter");
  assert.is((await chooser).isMultiple(), false);
  await page.context().close();
});
