import { type IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, Socket } from "node:net";
import { createOriginCheck } from "@understudy/server/http/origin.ts";
import { assert, suite } from "../../../harness.ts";

/** From another machine, as no socket to this one is. */
function request(headers: IncomingHttpHeaders): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  Object.assign(message.headers, headers);
  return message;
}

const it = suite("the Origin of a page");

it("is the scheme, the host and the port that were asked, where PUBLIC_URL is not set", () => {
  const isOurs = createOriginCheck({ publicUrl: null, trustedProxies: new BlockList() });
  const cases: [string, string, boolean][] = [
    ["http://lab.example:3000", "lab.example:3000", true],
    ["http://lab.example", "lab.example", true],
    ["http://lab.example", "lab.example:80", true],
    ["http://[::1]:3000", "[::1]:3000", true],
    ["https://lab.example:3000", "lab.example:3000", false],
    ["ftp://lab.example:3000", "lab.example:3000", false],
    ["http://lab.example:3001", "lab.example:3000", false],
    ["http://lab.example", "lab.example:3000", false],
    ["http://other.example:3000", "lab.example:3000", false],
    ["http://lab.example:3000", "evil.example@lab.example:3000", false],
    ["null", "lab.example:3000", false],
    ["http://", "", false],
  ];
  for (const [origin, host, verdict] of cases) {
    assert.is(isOurs(request({ origin, host })), verdict, `${origin} at ${host}`);
  }
  assert.is(isOurs(request({ host: "lab.example" })), false, "a request that does not say");
});

it("is not https because somebody on another machine says so", () => {
  const isOurs = createOriginCheck({ publicUrl: null, trustedProxies: new BlockList() });
  const headers = { origin: "https://lab.example", host: "lab.example", "x-forwarded-proto": "https" };
  assert.is(isOurs(request(headers)), false);
});

it("is that of PUBLIC_URL, whatever host was asked", () => {
  const isOurs = createOriginCheck({
    publicUrl: "https://lab.example/understudy",
    trustedProxies: new BlockList(),
  });
  assert.is(isOurs(request({ origin: "https://lab.example", host: "10.0.0.7:3000" })), true);
  assert.is(isOurs(request({ origin: "http://lab.example", host: "lab.example" })), false);
  assert.is(isOurs(request({ origin: "https://lab.example:8443", host: "lab.example" })), false);
});
