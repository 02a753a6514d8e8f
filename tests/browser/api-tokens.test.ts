/** API tokens and the guide that tells of them, as people use both. */
import type { Page } from "playwright";
import { z } from "zod";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, logIn, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("the page of API tokens", { timeout: 60_000 });

let baseURL = "";
let ada: Account;
let page: Page;
let token = "";

it.before(async () => {
  const server = await startTestServer();
  baseURL = server.url;
  ada = await addPerson(server.config, "Ada Lovelace");
  page = await newPage({ baseURL });
  await logIn(page, ada);
});
it.after(async () => {
  assert.equal(complaints(page), []);
});

const fetchStatus = async (secret: string) => {
  const headers = { authorization: `Bearer ${secret}` };
  return (await fetch(`${baseURL}/api/internal/user`, { headers })).status;
};

it("is in the user's menu, and says so when there are none", async () => {
  await page.getByRole("button", { name: "Ada Lovelace, user menu" }).click();
  await page.getByRole("menuitem", { name: "API Tokens" }).click();
  await page.getByText("You currently have no API tokens").waitFor();
  assert.is(new URL(page.url()).pathname, "/user/tokens");
});

it("makes a token, shows it once, and lists it", async () => {
  await page.getByRole("button", { name: "Create Token" }).click();
  await page.getByText("Name is required").waitFor();
  await page.getByLabel("Name").fill("Nightly sweep");
  await page.getByLabel("Expires after").selectOption("Never");
  await page.getByRole("button", { name: "Create Token" }).click();
  await page.getByText("it will not be shown again").waitFor();
  token =
    (await page
      .locator("code")
      .filter({ hasText: /^ust_\S{43}$/ })
      .textContent()) ?? "";
  assert.is(await fetchStatus(token), 200);
  const row = page.getByRole("row", { name: "Nightly sweep" });
  await row.getByRole("cell", { name: `${token.slice(0, 10)}…`, exact: true }).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  assert.is(await page.getByText(token).count(), 0);
  await page.reload();
  await row
    .getByRole("cell", { name: /^Today at/ })
    .first()
    .waitFor();
  assert.is(await page.getByText(token).count(), 0);
});

for (const [size, width] of [
  [DESKTOP, "1440"],
  [PHONE, "390"],
] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`is legible ${width} pixels wide, ${colorScheme}, as is the guide`, async () => {
      const shown = await newPage({ baseURL, size, colorScheme, as: ada });
      await shown.goto("/user/tokens");
      await shown.getByLabel("Name").fill(`Made at ${width}, ${colorScheme}`);
      await shown.getByRole("button", { name: "Create Token" }).click();
      await shown.getByText("it will not be shown again").waitFor();
      await checkLooks(shown, "api-tokens", [colorScheme]);
      await shown.goto("/guides/resources");
      await shown.getByRole("heading", { name: "Security" }).waitFor();
      await shown.getByRole("heading", { name: "Connected servers", level: 1 }).waitFor();
      await checkLooks(shown, "guide", [colorScheme]);
      await shown.context().close();
    });
  }
}

it("revokes a token once that is confirmed", async () => {
  await page.reload();
  await page.getByRole("button", { name: "Revoke Nightly sweep" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.is(await fetchStatus(token), 200);
  await page.getByRole("button", { name: "Revoke Nightly sweep" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Revoked: Nightly sweep").waitFor();
  await page.getByRole("row", { name: "Nightly sweep" }).waitFor({ state: "detached" });
  assert.is(await fetchStatus(token), 401);
});

it("ends tokens with a change of password, unless they are to be kept", async () => {
  const made = await page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: "Kept" });
    const response = await fetch("/api/internal/user/tokens", { method: "POST", headers, body });
    return await response.text();
  });
  const { token: keptToken } = z.object({ token: z.string() }).parse(JSON.parse(made));
  await page.goto("/user/password");
  const endsTokens = page.getByRole("checkbox", { name: "Revoke my API tokens too" });
  await endsTokens.waitFor();
  assert.is(await endsTokens.isChecked(), true);
  await checkLooks(page, "change-password");
  await page.setViewportSize(PHONE);
  await checkLooks(page, "change-password");
  await page.setViewportSize(DESKTOP);
  await endsTokens.uncheck();
  await changePassword(ada.password, "a quite different password");
  assert.is(await fetchStatus(keptToken), 200);
  await endsTokens.check();
  await changePassword("a quite different password", "and now another one");
  await endsTokens.waitFor({ state: "detached" });
  assert.is(await fetchStatus(keptToken), 401);
});

async function changePassword(from: string, to: string): Promise<void> {
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await field("Current password").fill(from);
  await field("New password").fill(to);
  await field("Confirm new password").fill(to);
  const answer = page.waitForResponse((response) => response.url().endsWith("/user/password"));
  await page.getByRole("button", { name: "Change Password" }).click();
  assert.is((await answer).status(), 204);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>("input[type=password]")?.value === "",
  );
}

const guide = suite("the guide", { timeout: 60_000 });
guide("opens on its overview, and its pages lead to each other without loading anew", async () => {
  await page.getByRole("link", { name: "Guide", exact: true }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  assert.is(new URL(page.url()).pathname, "/guides/overview");
  await page.evaluate(() => Reflect.set(window, "loadedOnce", true));
  await page.getByRole("article").getByRole("link", { name: "connect a server" }).click();
  await page.getByRole("heading", { name: "Connected servers" }).waitFor();
  assert.is(await page.evaluate(() => Reflect.get(window, "loadedOnce")), true);
  const nav = page.getByRole("navigation", { name: "Guide" });
  assert.ok((await nav.getByRole("listitem").getByRole("listitem").count()) > 0, "entries are nested");
  await nav.getByRole("link", { name: "API tokens" }).click();
  await page.getByRole("heading", { name: "When a token stops working" }).waitFor();
  assert.is(await page.title(), "API tokens · Understudy");
});
guide("says so when it has no such page", async () => {
  await page.goto("/guides/nothing");
  await page.getByText("Sorry, there is no such page in the guide.").waitFor();
});
