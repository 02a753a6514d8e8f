/** Logging in at a real OpenID Connect provider, from the log-in page and back. */
import { SSO_PATHS } from "@understudy/shared/api/sso.ts";
import { SSO_FAILURE_TEXTS } from "@understudy/shared/texts/sso-texts.ts";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { OIDC_CLIENT, startIdentityProvider } from "../support/sso/identity-provider.ts";

const it = suite("single sign-on on the log-in page", { timeout: 90_000 });

let page: Page;
const provider = await startIdentityProvider();
const button = () => page.getByRole("link", { name: "Log in with single sign-on" });

it.before(async () => {
  const oidc = { issuer: provider.issuer, ...OIDC_CLIENT, rolesClaim: null };
  const { url } = await startTestServer({ oidc, demo: false });
  provider.open(`${url}${SSO_PATHS.callback}`);
  page = await newPage({ baseURL: url });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

it("says why it let nobody in, and keeps the page that somebody wanted", async () => {
  provider.behaviour.person = null;
  await page.goto("/login?next=%2Fuser%2Fprofile");
  await button().click();
  await page.getByText(SSO_FAILURE_TEXTS.refused).waitFor();
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await checkLooks(page, "login");
  }
});
it("leads to the provider and back to that page, logged in", async () => {
  provider.behaviour.person = {
    sub: "7",
    email: "ada@example.org",
    email_verified: true,
    name: "Ada Lovelace",
  };
  await button().click();
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  assert.is(new URL(page.url()).pathname, "/user/profile");
  await page.getByRole("button", { name: "Ada Lovelace, user menu" }).waitFor();
});
