/** The words of a trusted proxy about a log-in are believed, and those of another one are not. */
import { BlockList } from "node:net";
import { parseTrustedProxies } from "@understudy/server/core/trusted-proxies.ts";
import { assert, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("a log-in through a proxy", { timeout: 60_000 });
const trusting = await startTestServer({
  trustedProxies: parseTrustedProxies("127.0.0.0/8") ?? new BlockList(),
});
const other = await startTestServer({
  ...trusting.config,
  trustedProxies: parseTrustedProxies("192.0.2.7") ?? new BlockList(),
});
const admin = await logInAdmin(trusting);

async function logInThrough({ url }: typeof trusting, email: string, proto: "http" | "https") {
  const origin = url.replace("http:", `${proto}:`);
  const headers = { origin, "x-forwarded-for": "198.51.100.1", "x-forwarded-proto": proto };
  const response = await createCaller(url).attempt("logIn", { body: { email, password: PASSWORD }, headers });
  assert.is(response.status, 200, await response.text());
  return response.headers.get("set-cookie") ?? "";
}
const readAudit = async (name: string) =>
  (await admin.call("listAudit", { query: { filter: name } })).items
    .filter(({ action }) => action === "logged-in")
    .map(({ detail }) => detail);

it("is recorded with the client's address and gets a secure cookie, if the proxy is trusted", async () => {
  const { email, name } = await addPerson(admin, { name: "Pat Proxied" });
  const earlier = (await readAudit(name)).length;
  assert.match(await logInThrough(trusting, email, "https"), /; Secure/);
  assert.not.match(await logInThrough(trusting, email, "http"), /; Secure/);
  const details = await readAudit(name);
  assert.equal(details.slice(0, details.length - earlier), ["from 198.51.100.1", "from 198.51.100.1"]);
});

it("is recorded with the proxy's own address, if it is not", async () => {
  const { email, name } = await addPerson(admin, { name: "Una Trusted" });
  const earlier = (await readAudit(name)).length;
  await logInThrough(other, email, "http");
  const details = await readAudit(name);
  assert.equal(details.slice(0, details.length - earlier), ["from 127.0.0.1"]);
});
