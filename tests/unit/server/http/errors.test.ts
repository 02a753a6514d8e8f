/** Requests that meet a fault of what the platform stores things in are refused with a sentence. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { answerErrors } from "@understudy/server/http/errors.ts";
import Koa from "koa";
import { z } from "zod";
import { assert, suite } from "../../../harness.ts";
import { atEnd } from "../../../support/cleanup.ts";

const systemError = (code: string) => Object.assign(new Error(`${code}: something`), { code });

const FAULTS_BY_PATH: Readonly<Record<string, () => Promise<unknown>>> = {
  // Nothing can be stored in this file, as on a full disk.
  "/full": () => writeFile("/dev/full", "text"),
  "/quota": () => Promise.reject(systemError("EDQUOT")),
  "/read-only": () => Promise.reject(systemError("EROFS")),
  "/broken": () => Promise.reject(systemError("EIO")),
  "/redis": () => Promise.reject(Object.assign(new Error("OOM command not allowed"), { name: "ReplyError" })),
  "/defect": () => Promise.reject(systemError("ENOENT")),
};

const app = new Koa();
app.use(answerErrors);
app.use(({ path }) => FAULTS_BY_PATH[path]?.());
const server = createServer(app.callback()).listen(0, "127.0.0.1");
atEnd("the server", () => void server.close());
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" ? address?.port : undefined;

async function read(path: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const { message } = z.object({ message: z.string() }).parse(await response.json());
  return { status: response.status, message, retryAfter: Number(response.headers.get("retry-after")) };
}

const it = suite("a request that cannot be served for the moment");

it("says which fault it met, and when to try again", async () => {
  const beginnings = {
    "/full": "The disk of the platform is full. ",
    "/quota": "The disk of the platform is full. ",
    "/read-only": "The disk of the platform cannot be written. ",
    "/broken": "The disk of the platform cannot be written. ",
    "/redis": "Redis takes no data at the moment. ",
  };
  for (const [path, beginning] of Object.entries(beginnings)) {
    const { status, message, retryAfter } = await read(path);
    assert.is(status, 503, path);
    assert.ok(message.startsWith(beginning), message);
    assert.ok(retryAfter > 0);
  }
});

it("is a defect where it met anything else", async () => {
  const { status, message } = await read("/defect");
  assert.equal([status, message], [500, "Internal Server Error"]);
});
