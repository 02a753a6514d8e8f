/** The headers X-Forwarded-For and X-Forwarded-Proto are believed of trusted proxies alone. */
import { type IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { parseTrustedProxies } from "@understudy/server/core/trusted-proxies.ts";
import { clientAddress, isHttps } from "@understudy/server/http/client-address.ts";
import { assert, suite } from "../../../harness.ts";

function request(peer: string, headers: IncomingHttpHeaders): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const message = new IncomingMessage(socket);
  Object.assign(message.headers, headers);
  return message;
}
function createTrust(text: string, publicUrl: string | null = null) {
  const trustedProxies = parseTrustedProxies(text);
  if (trustedProxies === null) throw new Error(`${text} is no list of proxies.`);
  return { trustedProxies, publicUrl };
}
const readAddress = (trust: ReturnType<typeof createTrust>, peer: string, value: string) =>
  clientAddress(request(peer, { "x-forwarded-for": value }), trust);

const it = suite("the address of a client");

it("is that of the peer, whatever the headers of an untrusted peer say", () => {
  const trust = createTrust("10.0.0.0/8, 192.0.2.7", "https://lab.example");
  for (const peer of ["203.0.113.9", "192.0.2.8", "11.0.0.1", "2001:db8::1"])
    assert.is(readAddress(trust, peer, "198.51.100.1"), peer);
  assert.is(readAddress(createTrust(""), "10.0.0.1", "198.51.100.1"), "10.0.0.1");
});

it("is what a trusted proxy appended, through a chain of them, and never what the client wrote before", () => {
  const trust = createTrust("10.0.0.0/8 192.0.2.7,2001:db8:1::/48");
  assert.is(readAddress(trust, "10.1.2.3", "198.51.100.1"), "198.51.100.1");
  assert.is(readAddress(trust, "::ffff:10.1.2.3", "198.51.100.1"), "198.51.100.1");
  assert.is(readAddress(trust, "10.1.2.3", "6.6.6.6, 198.51.100.1, 192.0.2.7"), "198.51.100.1");
  assert.is(readAddress(trust, "2001:db8:1::5", "6.6.6.6, 2001:db8:9::1"), "2001:db8:9::1");
  assert.is(readAddress(trust, "10.1.2.3", "198.51.100.1:51000"), "198.51.100.1");
  assert.is(readAddress(trust, "10.1.2.3", "[2001:db8:9::1]:51000"), "2001:db8:9::1");
});

it("is that of the proxy where its header is missing or no address", () => {
  const trust = createTrust("10.0.0.0/8");
  assert.is(clientAddress(request("10.1.2.3", {}), trust), "10.1.2.3");
  for (const value of ["", "unknown", "198.51.100.1, somebody", "1.2.3.4.5"])
    assert.is(readAddress(trust, "10.1.2.3", value), "10.1.2.3", value);
});

it("is what a proxy on this machine appended, where PUBLIC_URL says that there is one", () => {
  assert.is(
    readAddress(createTrust("", "https://lab.example"), "127.0.0.1", "6.6.6.6, 198.51.100.1"),
    "198.51.100.1",
  );
  assert.is(
    readAddress(createTrust("", "https://lab.example"), "127.0.0.1", "6.6.6.6, 127.0.0.1"),
    "127.0.0.1",
  );
  assert.is(readAddress(createTrust(""), "127.0.0.1", "198.51.100.1"), "127.0.0.1");
});

it("comes over https only where a proxy that is believed says so", () => {
  const trust = createTrust("10.0.0.0/8");
  const headers = { "x-forwarded-proto": "https" };
  const peers = ["10.1.2.3", "127.0.0.1", "203.0.113.9"];
  assert.equal(
    peers.map((peer) => isHttps(request(peer, headers), trust)),
    [true, true, false],
  );
  assert.is(isHttps(request("10.1.2.3", { "x-forwarded-proto": "https, http" }), trust), false);
});

it("comes over https where the outermost of the trusted proxies says so, and not where the client wrote it before", () => {
  const trust = createTrust("10.0.0.0/8");
  const isSecure = (addresses: string, schemes: string) =>
    isHttps(request("10.1.2.3", { "x-forwarded-for": addresses, "x-forwarded-proto": schemes }), trust);
  assert.is(isSecure("198.51.100.1, 10.0.0.7", "https, http"), true);
  assert.is(isSecure("198.51.100.1, 10.0.0.7", "https"), true, "the inner proxy passes the header on");
  assert.is(isSecure("198.51.100.1, 10.0.0.7", "https, http, http"), false, "the client wrote the first");
  assert.is(isSecure("10.0.0.9, 198.51.100.1", "https, http"), false, "the client wrote both first");
});

const list = suite("TRUSTED_PROXIES");
list("holds addresses and networks, and never everybody", () => {
  for (const text of ["", "10.0.0.7", "10.0.0.0/8,192.168.1.0/24", "2001:db8::/32 ::1"])
    assert.ok(parseTrustedProxies(text), text);
  for (const text of [
    "proxy.example.org",
    "10.0.0",
    "10.0.0.0/33",
    "10.0.0.0/",
    "::/129",
    "0.0.0.0/0",
    "::/0",
    "::ffff:0:0/96",
    "::ffff:0.0.0.0/96",
    "::/64",
  ])
    assert.is(parseTrustedProxies(text), null, text);
});
