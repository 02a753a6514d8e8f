/** Slow clients do not make the platform look slow. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { measureRequests, nameRoute } from "@understudy/server/http/measure-requests.ts";
import { writeMetrics } from "@understudy/server/metrics/metrics.ts";
import Koa from "koa";
import { assert, eventually, suite } from "../../../harness.ts";
import { atEnd } from "../../../support/cleanup.ts";

/** The clients of these tests pause for this time (ms). */
const PAUSE_MS = 400;

const app = new Koa();
const download = new PassThrough();
// The headers go out with the first part.
download.write("first part");
app.use(measureRequests);
app.use(async (ctx) => {
  nameRoute(ctx.req, `/measured${ctx.path}`);
  if (ctx.path === "/download") ctx.body = download;
  if (ctx.path === "/upload") ctx.body = String((await buffer(ctx.req)).length);
  if (ctx.path === "/slow") {
    await sleep(PAUSE_MS);
    ctx.body = "late";
  }
});
const server = createServer(app.callback()).listen(0, "127.0.0.1");
atEnd("the measured server", () => void server.close());
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" ? address?.port : undefined;

/** Reads the seconds of the only request of a route, once it is measured. */
async function readSeconds(route: string): Promise<number> {
  const line = new RegExp(`_request_duration_seconds_sum\\{[^}]*route="/measured${route}"[^}]*\\} (\\S+)`);
  let seconds = Number.NaN;
  await eventually("the request is measured", async () => {
    seconds = Number(line.exec((await writeMetrics()).text)?.[1] ?? Number.NaN);
    return !Number.isNaN(seconds);
  });
  return seconds;
}

const it = suite("the duration of requests");

it("does not count how long a client takes to send a file", async () => {
  const upload = request({ port, path: "/upload", method: "POST" });
  upload.write("first part");
  await sleep(PAUSE_MS);
  upload.end("second part");
  const [response] = await once(upload, "response");
  response.resume();
  assert.ok((await readSeconds("/upload")) < PAUSE_MS / 2_000);
});

it("does not count how long a client takes to receive a file", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/download`);
  await sleep(PAUSE_MS);
  download.end("second part");
  assert.is(await response.text(), "first partsecond part");
  assert.ok((await readSeconds("/download")) < PAUSE_MS / 2_000);
});

it("counts how long the platform takes to answer", async () => {
  assert.is(await (await fetch(`http://127.0.0.1:${port}/slow`)).text(), "late");
  assert.ok((await readSeconds("/slow")) > PAUSE_MS / 1_100);
});
