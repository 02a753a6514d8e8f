/** Posting to webhooks over real connections: what is refused, what is not followed, and what is not waited for. */
import type { LookupAddress } from "node:dns";
import { postWebhook } from "@understudy/server/notifications/post-webhook.ts";
import { publicLookup, type Resolve } from "@understudy/server/notifications/public-addresses.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { startHookServer } from "../../../support/notifications/hook-server.ts";

const post = (url: string) => ({ url, headers: { "webhook-id": "1" }, body: '{"a":"ä"}' });
const LOOPBACK_ADDRESS: LookupAddress = { address: "127.0.0.1", family: 4 };
const PUBLIC_ADDRESS: LookupAddress = { address: "1.2.3.4", family: 4 };

const it = suite("posting to a webhook");
it("sends the body and the headers, and answers the status", async () => {
  const hook = await startHookServer();
  const posted = await postWebhook(post(hook.url), { internal: true });
  assert.equal(posted, { status_code: 204, reason: null, isFinal: true });
  const [received] = hook.received;
  assert.equal(
    [received?.body, received?.headers["webhook-id"], received?.headers["content-type"]],
    ['{"a":"ä"}', "1", "application/json"],
  );
});
it("is refused to addresses inside the network, however they are spelt, and connects to none of them", async () => {
  const { port, connections } = await startHookServer();
  const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "0", "0177.0.0.1"];
  const IPV6_HOSTS = ["[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "[fe80::1]"];
  for (const host of [...LOOPBACK_HOSTS, ...IPV6_HOSTS, "169.254.169.254", "10.0.0.1"]) {
    const { reason, isFinal } = await postWebhook(post(`http://${host}:${port}/`), { internal: false });
    assert.equal([reason, isFinal], [MESSAGES.webhookInternal, true], host);
  }
  assert.is(connections(), 0);
});
it("is refused to a host name of an address inside the network, at the connection itself", async () => {
  const { port, connections } = await startHookServer();
  const resolve: Resolve = (_, __, answer) => answer(null, [LOOPBACK_ADDRESS]);
  const { reason } = await postWebhook(post(`http://hook.example:${port}/`), { internal: false, resolve });
  assert.equal([reason, connections()], [MESSAGES.webhookInternal, 0]);
});
it("connects only to addresses that were checked, in the same look-up", async () => {
  let lookups = 0;
  // What the host's name means changes from one look-up to the next.
  const resolve: Resolve = (_, __, answer) =>
    answer(null, lookups++ === 0 ? [LOOPBACK_ADDRESS, PUBLIC_ADDRESS] : [LOOPBACK_ADDRESS]);
  const answered = await new Promise((answer) =>
    publicLookup(resolve)("hook.example", { all: true }, (...results) => answer(results)),
  );
  assert.equal(answered, [null, [PUBLIC_ADDRESS]], "the internal one of several addresses is left out");
  const { port, connections } = await startHookServer();
  const { reason } = await postWebhook(post(`http://hook.example:${port}/`), { internal: false, resolve });
  assert.equal([reason, lookups, connections()], [MESSAGES.webhookInternal, 2, 0]);
});
it("follows no redirect", async () => {
  const target = await startHookServer();
  const hook = await startHookServer((response) => response.writeHead(307, { location: target.url }).end());
  const { status_code, reason, isFinal } = await postWebhook(post(hook.url), { internal: true });
  assert.equal([status_code, reason, isFinal], [307, MESSAGES.webhookRedirect(307), false]);
  assert.is(target.connections(), 0);
});
it("does not read the response's body, however long it is", async () => {
  let isClosed = false;
  let written = 0;
  const hook = await startHookServer((response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(64 * 1024);
    const write = () => {
      while (!response.destroyed && response.write(piece)) written += piece.length;
    };
    response.on("drain", write);
    response.on("close", () => {
      isClosed = true;
    });
    write();
  });
  assert.is((await postWebhook(post(hook.url), { internal: true })).status_code, 200);
  await eventually("the connection is closed", () => isClosed);
  assert.ok(written < 32 * 1024 ** 2, `${written} bytes`);
});
it("ends at its deadline when there is no response", async () => {
  const hook = await startHookServer(() => {});
  const { reason, isFinal } = await postWebhook(post(hook.url), { internal: true, deadlineMs: 100 });
  assert.equal([reason, isFinal], [MESSAGES.webhookTimeout(0.1), false]);
});
it("says why there is no connection", async () => {
  const refused = await postWebhook(post("http://127.0.0.1:9/"), { internal: true });
  assert.is(refused.reason, MESSAGES.webhookConnectionRefused);
  const resolve: Resolve = (host, _, answer) =>
    answer(Object.assign(new Error(host), { code: "ENOTFOUND" }), []);
  const unknown = await postWebhook(post("http://none.example/"), { internal: false, resolve });
  assert.is(unknown.reason, MESSAGES.webhookHostUnknown);
});
