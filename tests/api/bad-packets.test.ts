/** Packets that are no HTTP, or break off in the middle, over real connections to a real web process. */
import { once } from "node:events";
import { connect } from "node:net";
import { assert, suite } from "../harness.ts";
import { startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { withDeadline } from "../support/waiting.ts";

const config = await webConfig();
const child = await startWebProcess(config, [], "info");

const GET_REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const post = (headers: string, body: string) =>
  `POST /api/internal/session HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

const BAD_PACKETS: Readonly<Record<string, string>> = {
  "rubbish behind a request": `${GET_REQUEST}\x00garbage\r\n\r\n`,
  "rubbish behind a call of the API": `GET /api/internal/user HTTP/1.1\r\nHost: x\r\n\r\n\x00garbage\r\n\r\n`,
  "rubbish behind a file": "GET /favicon.svg HTTP/1.1\r\nHost: x\r\n\r\n\xff\xfe\r\n\r\n",
  "rubbish alone": "\x00\x01\x02\x03\r\n\r\n",
  "a TLS handshake": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "a chunk size that is no number": post("Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n"),
  "a chunk longer than its size": post("Transfer-Encoding: chunked", "1\r\n{}{}{}{}\r\n0\r\n\r\n"),
  "a chunk size beyond all numbers": post("Transfer-Encoding: chunked", `${"f".repeat(40)}\r\n{}\r\n`),
  "a length too short for the body": post("Content-Length: 1", '{"email":"a@example.org"}'),
  "two lengths": post("Content-Length: 2\r\nContent-Length: 3", "{}"),
  "a length and chunks": post("Content-Length: 2\r\nTransfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n"),
  "a negative length": post("Content-Length: -5", "{}"),
  "headers without end": `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(40_000)}`,
  "a header with a line break": "GET / HTTP/1.1\r\nHost: x\r\nX-A: b\nc\r\n\r\n",
  "a method that does not exist": "BREW /coffee HTTP/1.1\r\nHost: x\r\n\r\n",
  "a version that does not exist": "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
  "an upgrade to nothing": "GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n\x00\x01",
  "a broken WebSocket":
    "GET /api/live/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x00",
};

/** All that is answered until the connection is closed. Latin-1: each character is the byte that is meant. */
async function send(packet: string): Promise<string> {
  const socket = connect(config.port, config.host);
  let answered = "";
  socket.on("data", (data) => (answered += data.toString("latin1")));
  // A connection that is reset has ended, too.
  socket.on("error", () => {});
  const closed = once(socket, "close");
  socket.write(Buffer.from(packet, "latin1"));
  await withDeadline(() => closed, 20_000);
  return answered;
}

const packets = suite("a web process that is sent");
for (const [description, packet] of Object.entries(BAD_PACKETS)) {
  packets(`${description} closes that connection, and serves the next one`, async () => {
    const answered = await send(packet);
    assert.not.match(answered, /^HTTP\/1\.1 5/m);
    const response = await fetch(`${urlOf(config)}/api/internal/user`);
    assert.is(response.status, 401);
    assert.is(child.exitCode, null);
  });
}
packets("a body that breaks off serves the next one", async () => {
  const socket = connect(config.port, config.host);
  socket.on("error", () => {});
  socket.write(post("Content-Length: 1000", '{"email":'), () => socket.resetAndDestroy());
  await once(socket, "close");
  assert.is((await fetch(`${urlOf(config)}/api/internal/user`)).status, 401);
  assert.is(child.exitCode, null);
});
