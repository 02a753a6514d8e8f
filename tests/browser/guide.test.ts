/** The in-app guide as people use it: contents, search, anchors, pictures, and the way to it from every page. */
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, overflow, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addJobs, addPerson } from "../support/browser/people.ts";
import { addSpecVersion } from "../support/browser/specs.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { dividerManifest } from "../support/specs/specs.ts";

const it = suite("the guide", { timeout: 120_000 });

let baseURL = "";
let ada: Account;
let page: Page;
/** Addresses of all pages, with the page of the guide that each links to. */
let links: Record<string, string> = {};

it.before(async () => {
  const { url, config } = await startTestServer();
  baseURL = url;
  ada = await addPerson(config, "Ada Lovelace", { roles: ["admin"] });
  const [waiting, searching] = await addJobs(config, ada, [
    { name: "Transistor", status: "Interrupted", interrupted_status: "Training" },
    { name: "Best one", objective: "Optimization", status: "Interrupted", interrupted_status: "Running" },
  ]);
  const { _id, spec_id } = await addSpecVersion(config, ada, dividerManifest());
  links = {
    "/jobs": "the job list",
    "/jobs/new": "data files",
    [`/jobs/compare?id=${waiting}&id=${searching}`]: "the job list",
    [`/jobs/${waiting}`]: "configuration",
    [`/jobs/${searching}`]: "optimization",
    "/specs": "specs",
    "/specs/new": "specs",
    [`/specs/${spec_id}`]: "specs",
    "/spec_templates/ngspice/specs/new": "specs",
    [`/spec_versions/${_id}/edit`]: "manifest reference",
    [`/spec_versions/${_id}/jobs/new?objective=Training`]: "jobs from specs",
    "/files": "files and disk space",
    "/files/work_dirs": "files and disk space",
    "/metrics": "files and disk space",
    "/resources": "connected servers",
    "/users": "roles",
    "/user/profile": "roles",
    "/user/tokens": "API tokens",
    "/user/password": "roles",
  };
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const article = () => page.getByRole("article");
const box = () => page.getByRole("searchbox", { name: "Search the guide" });
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });

it("has a page for every page of the product, which links to it", async () => {
  for (const [path, name] of Object.entries(links)) {
    await page.goto(path);
    const link = page.getByRole("link", { name: `Guide: ${name}`, exact: true });
    await link.click();
    // The form of a job asks before it is left.
    const leave = page.getByRole("button", { name: "Leave", exact: true });
    await article().or(leave).first().waitFor();
    if (await leave.isVisible()) await leave.click();
    await eventually(`${path} leads to the guide`, () => new URL(page.url()).pathname.startsWith("/guides/"));
    await article().getByRole("heading", { level: 1 }).waitFor();
    await eventually(`${path} leads to ${name}`, async () =>
      (await page.title()).toLowerCase().startsWith(name.toLowerCase()),
    );
  }
});

it("is read from page to page, and its headings can be linked to", async () => {
  await page.goto("/guides/overview");
  await page.getByRole("link", { name: "Next: Get started" }).click();
  await heading("Get started").waitFor();
  await page.getByRole("link", { name: "Previous: Overview" }).click();
  await heading("Overview").waitFor();
  await page.goto("/guides/manifest#score-functions");
  const scores = page.getByRole("heading", { name: "Score functions" });
  const top = async () => (await scores.boundingBox())?.y ?? -1;
  await eventually("the heading is at the top", async () => (await top()) >= 0 && (await top()) < 200);
  await article().getByRole("link", { name: "Graphs", exact: true }).click();
  await eventually("the address names the heading", () => new URL(page.url()).hash === "#graphs");
});

it("is searched with the keyboard alone", async () => {
  await page.goto("/guides/overview");
  await box().focus();
  await page.keyboard.type("xylophone");
  await page.getByText("Nothing in the guide matches “xylophone”.").waitFor();
  await page.keyboard.press("Escape");
  await heading("Overview").waitFor();
  await page.keyboard.type("walkers");
  const results = page.getByRole("region", { name: "Search results" }).getByRole("link");
  // Who pauses while typing gets results for less than the whole word.
  await page.getByRole("status").filter({ hasText: "with “walkers”" }).waitFor();
  assert.match(page.url(), "search=walkers");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.ok(await results.nth(1).evaluate((link) => link === document.activeElement));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.ok(await box().evaluate((input) => input === document.activeElement));
  await page.keyboard.press("Enter");
  await article().waitFor();
  assert.match(page.url(), /\/guides\/[\w-]+#[\w-]+$/);
  await page.goBack();
  await results.first().waitFor();
});

it("shows its pictures in the colours of the page", async () => {
  await page.goto("/guides/emulator");
  const picture = article().getByRole("img").first();
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await eventually(`the ${scheme} picture`, async () => {
      const shown = await picture.evaluate((image) =>
        image instanceof HTMLImageElement ? { source: image.src, width: image.naturalWidth } : null,
      );
      return shown?.source.includes(`-${scheme}.webp`) === true && shown.width > 0;
    });
  }
  await page.emulateMedia({ colorScheme: "light" });
});

it("has its contents in a drawer on a phone, which closes behind a link", async () => {
  const phone = await newPage({ baseURL, size: PHONE, as: ada });
  await phone.goto("/guides/overview");
  await phone.getByRole("button", { name: "Contents" }).click();
  const drawer = phone.getByRole("dialog", { name: "Contents of the guide" });
  await drawer.waitFor();
  await checkLooks(phone, "guide-contents");
  await drawer.getByRole("link", { name: "Manifest reference" }).click();
  await phone.getByRole("heading", { level: 1, name: "Manifest reference" }).waitFor();
  await drawer.waitFor({ state: "hidden" });
  await checkLooks(phone, "guide-manifest");
  for (const slug of ["python", "worker-client", "administration", "sampling"]) {
    await phone.goto(`/guides/${slug}`);
    await phone.getByRole("article").getByRole("heading", { level: 1 }).waitFor();
    assert.is(await overflow(phone), 0, slug);
  }
  await phone.getByRole("searchbox", { name: "Search the guide" }).fill("walkers");
  await phone.getByRole("region", { name: "Search results" }).getByRole("link").first().waitFor();
  await checkLooks(phone, "guide-search");
  assert.equal(complaints(phone), []);
  await phone.context().close();
});

it("is linked from the headers of pages where it can be seen", async () => {
  for (const path of ["/jobs", "/resources"]) {
    await page.goto(path);
    await page.getByRole("link", { name: /^Guide: / }).waitFor();
    await checkLooks(page, `guide-link-${path.slice(1)}`);
  }
});

it("looks finished on a wide window", async () => {
  await page.goto("/guides/emulator");
  await article().getByRole("img").first().waitFor();
  await checkLooks(page, "guide-emulator");
  await page.goto("/guides/manifest");
  await heading("Manifest reference").waitFor();
  await checkLooks(page, "guide-manifest");
  await page.goto("/guides/overview?search=walkers");
  await page.getByRole("region", { name: "Search results" }).getByRole("link").first().waitFor();
  await checkLooks(page, "guide-search");
});
