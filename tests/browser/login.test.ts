import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, logIn, newPage } from "../support/browser/browser.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the login page", { timeout: 60_000 });

let baseURL = "";
let ada: Account;
let restricted: Account;
let page: Page;

it.before(async () => {
  const server = await startTestServer();
  baseURL = server.url;
  ada = await addPerson(server.config, "Ada Lovelace");
  restricted = await addPerson(server.config, "Rita Stricted", { restricted: true, accessible_job_ids: [7] });
});
it.before.each(async () => {
  page = await newPage({ baseURL });
});
it.after.each(async () => {
  assert.equal(complaints(page), []);
  await page.context().close();
});

const submit = (email: string, password: string) => fill(email, password).then(() => press("Log In"));
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
async function fill(email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
}

it("asks for both fields", async () => {
  await page.goto("/login");
  await press("Log In");
  assert.is(await page.title(), "Log In · Understudy");
  await page.getByText("Email is required").waitFor();
  await page.getByText("Password is required").waitFor();
});

it("refuses a wrong password without saying which of the two was wrong", async () => {
  await page.goto("/login");
  await submit(ada.email, "not her password");
  await page.getByText("Invalid credentials").waitFor();
  await submit("nobody@example.org", ada.password);
  await page.getByText("Invalid credentials").waitFor();
});

it("leads back to where a person wanted to go, its query included", async () => {
  await page.goto("/jobs?filter=heat&sort_by=name");
  await page.waitForURL(/\/login\?next=/);
  await submit(ada.email, ada.password);
  await page.waitForURL(`${baseURL}/jobs?filter=heat&sort_by=name`);
  await page.getByText("No jobs match the filter.").waitFor();
});

it("never leads to another site", async () => {
  await page.goto(`/login?next=${encodeURIComponent("//evil.example/jobs")}`);
  await submit(ada.email, ada.password);
  await page.waitForURL(`${baseURL}/jobs`);
});

it("is where a session that has ended leads, and back", async () => {
  await logIn(page, ada);
  await page.goto("/jobs/new");
  await page.getByRole("link", { name: "Cancel" }).waitFor();
  await page.context().clearCookies();
  // Another call of the page may have been refused meanwhile, which leads there, too.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('main a[href="/jobs"]')?.click());
  await page.waitForURL(/\/login\?next=/);
  const leadsBack = (path: string | null) => path === "/jobs" || path === "/jobs/new";
  const next = new URL(page.url()).searchParams.get("next");
  assert.ok(leadsBack(next), `${next}`);
  await submit(ada.email, ada.password);
  await page.waitForURL(({ pathname }) => leadsBack(pathname));
});

it("is where logging out leads", async () => {
  await logIn(page, ada);
  const menu = page.getByRole("button", { name: "Ada Lovelace, user menu" });
  assert.match((await menu.locator("img").getAttribute("src")) ?? "", /^\/static\/identicons\//);
  await menu.click();
  await page.getByRole("menuitem", { name: "Log Out" }).click();
  await page.waitForURL(/\/login$/);
  await page.goto("/jobs");
  await page.waitForURL(/\/login\?next=%2Fjobs$/);
});

it("asks those who try too often to wait", async () => {
  await page.goto("/login");
  for (let attempt = 0; attempt < 40; attempt++) {
    await submit("often@example.org", `guess ${attempt}`);
    const shown = await page.getByRole("alert").filter({ hasText: /./ }).textContent();
    if (shown?.startsWith("Too many attempts to log in.")) return;
    await page.waitForFunction(() => document.querySelector("button[data-loading]") === null);
  }
  assert.unreachable("forty wrong passwords in a row were not held up");
});

it("shows a page that does not exist as such, with the way back", async () => {
  await logIn(page, ada);
  await page.goto("/no/such/page");
  await page.getByRole("heading", { name: "This page doesn't exist" }).waitFor();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.waitForURL(`${baseURL}/jobs`);
});

it("shows a page that cannot be loaded as such, and loads it again when asked", async () => {
  const freshPage = await newPage({ baseURL });
  await logIn(freshPage, ada);
  await freshPage.route("**/assets/new-job-page*", (route) => route.abort());
  await freshPage.getByRole("button", { name: "Create Job" }).click();
  await freshPage.getByRole("menuitem", { name: "Create Data-Driven Job" }).click();
  await freshPage.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await freshPage.unroute("**/assets/new-job-page*");
  await freshPage.getByRole("button", { name: "Reload" }).click();
  await freshPage.getByRole("heading", { name: "Create Data-Driven Job" }).waitFor();
  await freshPage.context().close();
});

it("loads itself anew, at the page that was to be opened, where a newer server has other parts", async () => {
  const freshPage = await newPage({ baseURL });
  await logIn(freshPage, ada);
  let isOld = true;
  let loads = 0;
  await freshPage.route("**/*", async (route) => {
    const request = route.request();
    const isPage = request.resourceType() === "document";
    if (isPage) loads++;
    // The page that is loaded anew knows the parts of the newer server.
    if (isPage) isOld = false;
    const isMissing = isOld && request.url().includes("/assets/new-job-page");
    if (isMissing) return route.fulfill({ status: 404, body: "" });
    const asksForPage =
      isOld && request.resourceType() === "fetch" && new URL(request.url()).pathname === "/";
    if (asksForPage) return route.fulfill({ body: '<script type="module" src="/assets/newer.js"></script>' });
    return route.fallback();
  });
  await freshPage.getByRole("button", { name: "Create Job" }).click();
  await freshPage.getByRole("menuitem", { name: "Create Data-Driven Job" }).click();
  await freshPage.getByRole("heading", { name: "Create Data-Driven Job" }).waitFor();
  assert.equal([new URL(freshPage.url()).pathname, loads], ["/jobs/new", 1]);
  await freshPage.context().close();
});

it("takes a restricted user with one job to it, and shows no page that is not theirs", async () => {
  await logIn(page, restricted);
  await page.waitForURL(`${baseURL}/jobs/7`);
  assert.is(await page.getByRole("navigation", { name: "Main" }).count(), 0);
  for (const path of ["/jobs/new", "/user/password"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "This page doesn't exist" }).waitFor();
  }
});

const passwords = suite("the change password page", { timeout: 60_000 });
passwords("changes the password once both new ones are the same", async () => {
  const password = "a quite different password";
  page = await newPage({ baseURL });
  await logIn(page, ada);
  await page.goto("/user/password");
  const save = page.getByRole("button", { name: "Change Password" });
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await field("Current password").fill("not her password");
  await field("New password").fill(password);
  assert.is(await save.isDisabled(), true);
  await field("Confirm new password").fill("another");
  await page.getByText("Passwords do not match").waitFor();
  assert.is(await save.isDisabled(), true);
  await field("Confirm new password").fill(password);
  await save.click();
  await page.locator("[aria-invalid=true]").waitFor();
  assert.is(await field("Current password").getAttribute("aria-invalid"), "true");
  await field("Current password").fill(ada.password);
  await save.click();
  await page.getByText("Password changed successfully").waitFor();
  await page.context().clearCookies();
  await logIn(page, { ...ada, password });
  assert.equal(complaints(page), []);
  await page.context().close();
});
