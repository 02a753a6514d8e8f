/** Single sign-on over real HTTP, with a real OpenID Connect provider. */
import { openStore } from "@understudy/server/models/store.ts";
import { SSO_PATHS } from "@understudy/shared/api/sso.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { OIDC_CLIENT, startIdentityProvider } from "../support/sso/identity-provider.ts";
import { createSsoBrowser } from "../support/sso/redirects.ts";

const provider = await startIdentityProvider();
const { behaviour } = provider;
const oidc = { issuer: provider.issuer, ...OIDC_CLIENT, rolesClaim: "roles" };
const server = await startTestServer({ oidc, demo: false });
provider.open(`${server.url}${SSO_PATHS.callback}`);
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);

const isOurs = ({ origin }: URL) => origin === server.url;
const isPage = (next: URL) => isOurs(next) && !next.pathname.startsWith("/sso/");
type Browser = ReturnType<typeof createSsoBrowser>;
/** @returns the path on our site that the log-in ends at */
async function logIn(browser: Browser, query = ""): Promise<string> {
  const { pathname, search } = new URL(await browser.follow(`${SSO_PATHS.login}${query}`, isPage));
  return `${pathname}${search}`;
}
let people = 0;
const newSub = () => `subject-${++people}`;
/** Somebody whom the provider logs in from now on, at a browser that nobody has used. */
function sitDown(claims: Record<string, unknown> = {}) {
  const sub = newSub();
  behaviour.person = {
    sub,
    email: `${sub}@example.org`,
    email_verified: true,
    name: `Sso ${sub}`,
    ...claims,
  };
  behaviour.nonsense = null;
  return { browser: createSsoBrowser(server.url), sub, email: `${sub}@example.org` };
}

const it = suite("single sign-on", { timeout: 60_000 });
it("creates a full user without a password the first time, and finds them again by their subject", async () => {
  const { browser, sub, email } = sitDown();
  assert.is(await logIn(browser), "/");
  const user = await browser.user();
  assert.equal([user?.email, user?.name, user?.roles, user?.restricted], [email, `Sso ${sub}`, [], false]);
  const record = await store.users.findOne({ _id: user?.id ?? 0 });
  assert.equal([record?.password_hash, record?.sso], [null, { issuer: provider.issuer, subject: sub }]);
  const again = createSsoBrowser(server.url);
  behaviour.person = { sub, email: "moved@example.org", email_verified: true, name: "Moved" };
  await logIn(again);
  assert.is((await again.user())?.id, user?.id);
});
it("keeps its user out of the password form, which says why the password cannot be changed", async () => {
  const { browser, email } = sitDown();
  await logIn(browser);
  const nobody = createCaller(server.url);
  assert.is((await nobody.refused("logIn", { body: { email, password: "anything at all" } })).status, 403);
  const [cookie = ""] = [...browser.cookies]
    .filter(([name]) => !name.startsWith("_"))
    .map((pair) => pair.join("="));
  const body = { current_password: "none", new_password: "a new long secret" };
  const refusal = await createCaller(server.url, cookie).refused("changePassword", { body });
  assert.equal([refusal.status, refusal.message], [409, MESSAGES.noPassword]);
});
it("finds a person of before by their verified e-mail, who keeps their password", async () => {
  const person = await addPerson(admin);
  const { browser, sub } = sitDown({ email: person.email.toUpperCase() });
  await logIn(browser);
  assert.is((await browser.user())?.id, person.id);
  const record = await store.users.findOne({ _id: person.id });
  assert.is(record?.sso?.subject, sub);
  assert.ok(record?.password_hash);
});
it("gives nobody's account to an e-mail that is not verified", async () => {
  const person = await addPerson(admin);
  const { browser } = sitDown({ email: person.email, email_verified: false });
  assert.is(await logIn(browser), "/login?sso=email-taken");
  assert.is(await browser.user(), null);
});
it("gives an account that is linked to nobody else with its e-mail", async () => {
  const { browser, email } = sitDown();
  await logIn(browser);
  const other = sitDown({ email });
  assert.is(await logIn(other.browser), "/login?sso=email-taken");
});
it("refuses whoever has no e-mail, and whoever is deactivated", async () => {
  assert.is(await logIn(sitDown({ email: undefined }).browser), "/login?sso=no-email");
  const { browser } = sitDown();
  await logIn(browser);
  const user_id = (await browser.user())?.id ?? 0;
  await admin.call("updateUser", { params: { user_id }, body: { active: false } });
  assert.is(await browser.user(), null);
  assert.is(await logIn(browser), "/login?sso=deactivated");
});
it("leads back to where somebody wanted to go, and never to another site", async () => {
  const to = (next: string) => `?${new URLSearchParams({ next })}`;
  assert.is(await logIn(sitDown().browser, to("/jobs/7?tab=emulator")), "/jobs/7?tab=emulator");
  for (const next of ["https://evil.example/", "//evil.example/", "/\\evil.example", "/\t/evil.example"]) {
    assert.is(await logIn(sitDown().browser, to(next)), "/", next);
  }
});
it("takes roles from the claim, and takes them back, at each log-in", async () => {
  const { browser } = sitDown({ roles: ["admin", "others"] });
  await logIn(browser);
  assert.equal((await browser.user())?.roles, ["admin"]);
  behaviour.person = { ...behaviour.person, sub: behaviour.person?.sub ?? "", roles: ["restricted"] };
  await logIn(browser);
  const user = await browser.user();
  assert.equal([user?.roles, user?.restricted], [[], true]);
});
it("takes the admin role from nobody who is the last admin", async () => {
  const ssoServer = await startTestServer({ oidc, demo: false });
  const only = await logInAdmin(ssoServer);
  const { email, id } = await only.call("getUser");
  provider.open(`${ssoServer.url}${SSO_PATHS.callback}`);
  sitDown({ email, roles: [] });
  const browser = createSsoBrowser(ssoServer.url);
  await browser.follow(
    SSO_PATHS.login,
    ({ origin, pathname }) => origin === ssoServer.url && !pathname.startsWith("/sso/"),
  );
  provider.open(`${server.url}${SSO_PATHS.callback}`);
  const user = await browser.user();
  assert.equal([user?.id, user?.roles], [id, ["admin"]]);
});
it("ends the session that the browser had before", async () => {
  const { browser, email } = sitDown();
  await logIn(browser);
  await logIn(browser);
  const user = await store.users.findOne({ email });
  assert.is(await store.sessions.count({ user_id: user?._id ?? 0 }), 1);
});

const attacks = suite("an answer that is not the provider's to this browser", { timeout: 60_000 });
const isCallback = (next: URL) => isOurs(next) && next.pathname === SSO_PATHS.callback;
attacks("is refused: in another browser, or a second time", async () => {
  const { browser } = sitDown();
  const answer = await browser.follow(SSO_PATHS.login, isCallback);
  const victim = createSsoBrowser(server.url);
  const path = answer.slice(server.url.length);
  assert.match(await victim.follow(path, isPage), "/login?sso=expired");
  assert.is(await victim.user(), null);
  assert.is(await browser.follow(path, isPage), `${server.url}/`);
  assert.match(await browser.follow(path, isPage), "/login?sso=expired");
});
attacks("is refused with another state, another code, or an error", async () => {
  const { browser } = sitDown();
  for (const change of ["state", "code", "iss"]) {
    const answer = new URL(await browser.follow(SSO_PATHS.login, isCallback));
    answer.searchParams.set(change, "another");
    const ended = await browser.follow(`${answer.pathname}${answer.search}`, isPage);
    assert.match(ended, "/login?sso=unavailable", change);
    assert.is(await browser.user(), null, change);
  }
  behaviour.person = null;
  browser.leaveProvider();
  assert.is(await logIn(browser, "?next=%2Fjobs%2F7"), "/login?next=%2Fjobs%2F7&sso=refused");
});
attacks("leaves with PKCE, a state and a nonce, and a cookie that scripts cannot read", async () => {
  const response = await sitDown().browser.open(`${server.url}${SSO_PATHS.login}`);
  const sent = new URL(response.headers.get("location") ?? "").searchParams;
  assert.equal(
    [sent.get("response_type"), sent.get("code_challenge_method"), sent.get("scope")],
    ["code", "S256", "openid email profile"],
  );
  for (const name of ["state", "nonce", "code_challenge"])
    assert.ok((sent.get(name) ?? "").length >= 40, name);
  assert.match(response.headers.get("set-cookie") ?? "", /_sso=[\w-]{43};.*HttpOnly; SameSite=Lax/);
});

const broken = suite("a provider that does not work", { timeout: 60_000 });
broken("leads back to the log-in page: it cannot be reached, or answers nonsense", async () => {
  const gone = await startTestServer({ ...server.config, oidc: { ...oidc, issuer: "http://127.0.0.1:9" } });
  const redirect = await createSsoBrowser(gone.url).open(`${gone.url}${SSO_PATHS.login}?next=/jobs`);
  assert.equal(
    [redirect.status, redirect.headers.get("location")],
    [302, "/login?next=%2Fjobs&sso=unavailable"],
  );
  // One that has not read the provider's description yet.
  const fresh = await startTestServer({ ...server.config });
  sitDown();
  behaviour.nonsense = /openid-configuration/;
  const lost = await createSsoBrowser(fresh.url).open(`${fresh.url}${SSO_PATHS.login}`);
  assert.is(lost.headers.get("location"), "/login?sso=unavailable");
});
broken("is asked again once it works", async () => {
  const { browser } = sitDown();
  for (const path of [/^\/token/, /^\/me/]) {
    behaviour.nonsense = path;
    assert.is(await logIn(browser), "/login?sso=unavailable", String(path));
    assert.is(await browser.user(), null);
  }
  behaviour.nonsense = null;
  assert.is(await logIn(browser), "/");
});

const unconfigured = suite("where single sign-on is not configured");
unconfigured("its addresses do not exist, and the log-in page does not offer it", async () => {
  const plain = await startTestServer({ ...server.config, oidc: null });
  const nobody = createCaller(plain.url);
  assert.equal(await nobody.call("getLoginOptions"), { sso: false });
  assert.equal(await createCaller(server.url).call("getLoginOptions"), { sso: true });
  const response = await nobody.fetch(SSO_PATHS.login);
  assert.is(response.headers.get("location"), null);
});

const limits = suite("log-ins that are begun and not finished", { timeout: 60_000 });
limits("are refused after a hundred from one address, with a sentence", async () => {
  const limitedServer = await startTestServer({
    ...server.config,
    redisPrefix: `${server.config.redisPrefix}-many`,
  });
  const isRefused = async () => {
    const { headers } = await fetch(`${limitedServer.url}${SSO_PATHS.login}`, { redirect: "manual" });
    return headers.get("location") === "/login?sso=too-many";
  };
  sitDown();
  // The process counts by itself until it is connected to Redis: this one may be among the hundred, or not.
  assert.is(await isRefused(), false);
  const hundred = await Promise.all(Array.from({ length: 100 }, isRefused));
  assert.ok(hundred.filter(Boolean).length <= 1);
  assert.is(await isRefused(), true);
});
