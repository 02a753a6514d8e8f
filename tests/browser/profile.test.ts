/** A person's own page: their name, and where they are logged in. */
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, logIn, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the profile", { timeout: 60_000 });

let baseURL = "";
let ada: Account;
let page: Page;

it.before(async () => {
  const { url, config } = await startTestServer();
  baseURL = url;
  ada = await addPerson(config, "Ada Lovelace");
  page = await newPage({ baseURL });
  await logIn(page, ada);
});
it.after(() => {
  assert.equal(complaints(page), []);
});

it("changes one's name, in the user menu too", async () => {
  await page.getByRole("button", { name: "Ada Lovelace, user menu" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Ada King");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Name saved").waitFor();
  await page.getByRole("button", { name: "Ada King, user menu" }).waitFor();
});
it("lists one's sessions, and ends another, whose page goes to the log-in", async () => {
  const other = await newPage({ baseURL, as: ada });
  await other.goto("/guides/roles");
  await other.getByRole("heading", { name: "Restricted users" }).waitFor();
  await page.reload();
  await page.getByText("This session").waitFor();
  assert.is(await page.getByRole("row").count(), 3);
  await checkLooks(page, "profile");
  for (const size of [{ width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "profile");
  }
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: /^End Chrome/ }).click();
  await page.getByText("Session ended").waitFor();
  await other.waitForURL(/\/login/);
  await other.context().close();
});
it("ends all other sessions at once", async () => {
  const otherSessions = [await newPage({ baseURL, as: ada }), await newPage({ baseURL, as: ada })];
  for (const other of otherSessions) await other.goto("/user/tokens");
  await page.reload();
  await page.getByRole("button", { name: "End All Others" }).click();
  for (const other of otherSessions) {
    await other.waitForURL(/\/login/);
    await other.context().close();
  }
  await page.getByRole("button", { name: "End All Others" }).waitFor({ state: "detached" });
});
