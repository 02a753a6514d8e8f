import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { serveClient } from "@understudy/server/http/client-files.ts";
import { answerErrors } from "@understudy/server/http/errors.ts";
import { securityHeaders } from "@understudy/server/http/security-headers.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import Koa from "koa";
import { assert, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd, temporaryFolder } from "../support/cleanup.ts";
import { startTestServer } from "../support/processes/stack.ts";

const logFolder = temporaryFolder("logs");
const server = await startTestServer({ logToFiles: true, dataDir: logFolder });
const admin = await logInAdmin(server);
const nobody = createCaller(server.url);

const openApi = suite("the document of the API");
openApi("is served to everybody, in the version of the product", async () => {
  const response = await nobody.fetch("/api/openapi.json");
  assert.equal(
    [response.status, response.headers.get("content-type")],
    [200, "application/json; charset=utf-8"],
  );
  const { openapi, info, paths } = JSON.parse(await response.text());
  assert.match(openapi, /^3\.1\.\d$/);
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  assert.is(info.version, version);
  assert.ok("/jobs/{job_id}" in paths);
  assert.is((await nobody.fetch("/api/openapi.json", { method: "POST" })).status, 404);
});

const errors = suite("an error");
errors("below the API's prefix is JSON with a message, whatever was asked for", async () => {
  for (const path of [
    "/api/internal/nothing",
    "/api/internal/jobs/1/nothing",
    "/api/nothing",
    "/api/internal",
  ]) {
    const response = await admin.fetch(path);
    assert.is(response.status, 404, path);
    assert.equal(await response.json(), { message: "Not Found" });
  }
});
errors("of a method that a path does not have is 404 too", async () => {
  assert.is((await admin.fetch("/api/internal/user", { method: "DELETE" })).status, 404);
});
errors("of an id that is no number names the field", async () => {
  for (const id of ["x", "1.5", "-1", "1e3", "9".repeat(30)]) {
    const response = await admin.fetch(`/api/internal/jobs/${id}`);
    const { message, errors: fields } = JSON.parse(await response.text());
    assert.equal([response.status, message, Object.keys(fields)], [400, MESSAGES.requestInvalid, ["job_id"]]);
  }
});
errors("in the JSON of a body is answered with a sentence, and so is a body of another kind", async () => {
  const bodies: [string, string][] = [
    ["application/json", "{"],
    ["application/json", "7"],
    ["text/plain", "{}"],
    ["application/x-www-form-urlencoded", "name=x"],
  ];
  for (const [type, body] of bodies) {
    const response = await admin.fetch("/api/internal/tags", {
      method: "POST",
      body,
      headers: { "content-type": type },
    });
    assert.equal([response.status, await response.json()], [400, { message: MESSAGES.invalidBody }], body);
  }
});
errors("of a body that is too large is 413, and smaller still for those who are not logged in", async () => {
  const post = (caller: typeof admin, path: string, length: number) =>
    caller.fetch(path, {
      method: "POST",
      body: JSON.stringify({ email: "a".repeat(length), password: "x" }),
      headers: { "content-type": "application/json" },
    });
  assert.is((await post(nobody, "/api/internal/session", 20_000)).status, 413);
  assert.is((await post(admin, "/api/internal/tags", 20_000_000)).status, 413);
});
errors("that nobody foresaw says no more than that there was one", async () => {
  const app = new Koa();
  app.use(answerErrors);
  app.use(() => {
    throw new Error("secret detail");
  });
  const broken = await listen(app);
  const response = await fetch(broken);
  assert.equal([response.status, await response.text()], [500, '{"message":"Internal Server Error"}']);
});

const unsafe = suite("a call that changes something");
unsafe("needs an Origin of ours, even with a session", async () => {
  const ours = server.url.replace("http:", "https:");
  for (const origin of ["https://evil.example", "http://localhost:1", "null", ours]) {
    const headers = { origin, "content-type": "application/json" };
    const response = await admin.fetch("/api/internal/tags", {
      method: "POST",
      body: '{"name":"x"}',
      headers,
    });
    assert.equal([response.status, await response.json()], [403, { message: MESSAGES.wrongOrigin }]);
  }
});

unsafe("comes from a page by https where a proxy on this machine says so", async () => {
  const origin = server.url.replace("http:", "https:");
  const headers = { origin, "x-forwarded-proto": "https", "content-type": "application/json" };
  const send = (proxyHeaders: Record<string, string>) =>
    admin.fetch("/api/internal/tags", { method: "POST", body: '{"name":"by proxy"}', headers: proxyHeaders });
  assert.is((await send(headers)).status, 201);
  assert.is((await send({ ...headers, origin: server.url })).status, 403, "no page there is opened by http");
});

const headers = suite("every answer");
headers("says how long it took in the server, unless it is a refusal", async () => {
  const timing = (response: Response) => response.headers.get("server-timing");
  assert.match(timing(await admin.fetch("/api/internal/user")) ?? "", /^total;dur=\d+\.\d\d$/);
  assert.is(timing(await nobody.fetch("/api/internal/user")), null);
});
headers("has an id, and headers that keep browsers from being talked into things", async () => {
  for (const path of ["/", "/static/identicons/0123456789abcdef.svg"]) {
    const response = await nobody.fetch(path);
    assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
    assert.is(response.headers.get("x-content-type-options"), "nosniff");
    assert.is(response.headers.get("x-frame-options"), "SAMEORIGIN");
    assert.is(response.headers.get("x-powered-by"), null);
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, "default-src 'self'");
    assert.match(policy, /script-src 'self' 'nonce-[A-Za-z0-9+/=]{20,}'(;|$)/);
    assert.match(policy, /style-src 'self' 'nonce-[A-Za-z0-9+/=]{20,}'(;|$)/);
    assert.match(policy, "frame-ancestors 'none'");
    assert.match(policy, "object-src 'none'");
    const scripts = policy.split(";").find((part) => part.startsWith("script-src"));
    assert.not.match(scripts ?? "", "unsafe");
  }
});
headers("to a call lets nothing run, without what only documents need", async () => {
  const answer = await nobody.fetch("/api/internal/user");
  const read = (name: string) => answer.headers.get(name);
  assert.match(read("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
  assert.is(read("content-security-policy"), "default-src 'none';frame-ancestors 'none'");
  assert.is(read("x-content-type-options"), "nosniff");
  assert.is(read("x-frame-options"), "SAMEORIGIN");
  assert.is(read("cross-origin-resource-policy"), "same-origin");
  assert.equal(
    ["cross-origin-opener-policy", "origin-agent-cluster", "x-xss-protection", "x-powered-by"].map(read),
    [null, null, null, null],
  );
});
headers("has a nonce of its own", async () => {
  const fetchNonce = async () =>
    /'nonce-([^']+)'/.exec((await nobody.fetch("/")).headers.get("content-security-policy") ?? "")?.[1];
  assert.is.not(await fetchNonce(), await fetchNonce());
});
headers("leaves its connection open for longer than a proxy would", async () => {
  const response = await nobody.fetch("/api/internal/user");
  const seconds = /^timeout=(\d+)$/.exec(response.headers.get("keep-alive") ?? "")?.[1];
  assert.ok(Number(seconds) > 60, response.headers.get("keep-alive") ?? "it says nothing");
});
headers("to a call is not kept by any cache", async () => {
  assert.is((await admin.attempt("getUser")).headers.get("cache-control"), "no-store");
});

const pages = suite("the built client");
const folder = temporaryFolder("client");
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "index.html"), '<script nonce="%CSP_NONCE%" src="/assets/main-abc.js"></script>');
writeFileSync(join(folder, "assets", "main-abc.js"), "console.log(1);");
writeFileSync(join(folder, "assets", "main-abc.js.br"), brotliCompressSync("console.log(1);"));
writeFileSync(join(folder, "favicon.svg"), "<svg/>");
writeFileSync(join(folder, "..", "outside.txt"), "outside");
const client = await listen(
  new Koa()
    .use(securityHeaders({ publicUrl: null }))
    .use(answerErrors)
    .use(serveClient(folder)),
);
pages("answers its page for every path of a page, with the nonce of this very answer", async () => {
  for (const path of ["/", "/jobs/7", "/index.html", "/jobs/7/emulator?x=1", "/assets", "/.hidden"]) {
    const response = await fetch(client + path);
    assert.is(response.status, 200, path);
    assert.is(response.headers.get("cache-control"), "no-cache");
    assert.match(response.headers.get("content-type") ?? "", "text/html");
    const nonce = /<script nonce="([^"]+)"/.exec(await response.text())?.[1] ?? "none";
    assert.match(response.headers.get("content-security-policy") ?? "", `'nonce-${nonce}'`);
  }
});
pages("gives scripts no headers that only documents need", async () => {
  const { headers: scriptHeaders } = await fetch(`${client}/assets/main-abc.js`);
  assert.equal(
    [scriptHeaders.get("content-security-policy"), scriptHeaders.get("x-frame-options")],
    [null, null],
  );
  assert.is(scriptHeaders.get("x-content-type-options"), "nosniff");
  assert.is(scriptHeaders.get("cross-origin-resource-policy"), "same-origin");
});
pages("keeps hashed files for good, and other files only as long as they stay as they are", async () => {
  const hashed = await fetch(`${client}/assets/main-abc.js`);
  assert.match(hashed.headers.get("cache-control") ?? "", /max-age=31536000.*immutable/);
  const icon = await fetch(`${client}/favicon.svg`);
  assert.is(icon.headers.get("cache-control"), "max-age=0");
  const since = icon.headers.get("last-modified") ?? "";
  const again = await rawGet(client, "/favicon.svg", { "if-modified-since": since });
  assert.equal(again, { status: 304, text: "" });
});
pages("sends what the build compressed to those who take it", async () => {
  const path = `${client}/assets/main-abc.js`;
  const compressed = await fetch(path, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } });
  assert.is(compressed.headers.get("content-encoding"), "br");
  assert.match(compressed.headers.get("content-type") ?? "", "javascript");
  assert.is(await compressed.text(), "console.log(1);");
  const plain = await fetch(path, { headers: { "accept-encoding": "identity" } });
  assert.is(plain.headers.get("content-encoding"), null);
});
pages("answers 404 for a hashed file that is gone, not a page in its place", async () => {
  for (const name of ["main-old.js", ""]) {
    const gone = await fetch(`${client}/assets/${name}`);
    assert.is(gone.status, 404);
    assert.match(gone.headers.get("content-type") ?? "", "json");
  }
});
pages("answers HEAD, and nothing that would change something", async () => {
  const head = await fetch(`${client}/`, { method: "HEAD" });
  assert.equal([head.status, await head.text()], [200, ""]);
  assert.is((await fetch(`${client}/jobs`, { method: "POST" })).status, 404);
});
pages("never leaves its folder", async () => {
  for (const path of [
    "/../outside.txt",
    "/%2e%2e/outside.txt",
    "/assets/..%2f..%2foutside.txt",
    "/..%5coutside.txt",
  ]) {
    assert.not.match((await rawGet(client, path)).text, "outside");
  }
});

const secrets = suite("the log");
secrets("names every request, and holds no password, cookie or query", async () => {
  const person = await addPerson(admin, { password: "sesame-open-now-1" });
  await nobody.refused("logIn", { body: { email: person.email, password: "wrong-sesame-2" } });
  const body = { current_password: "sesame-open-now-1", new_password: "sesame-shut-now-3" };
  await person.call("changePassword", { body });
  await person.fetch("/api/internal/jobs/?filter=very-private-filter");
  await logIn(server.url, person.email, "sesame-shut-now-3");
  const log = readFileSync(join(logFolder, "logs", "test.log"), "utf8");
  assert.match(log, '"path":"/api/internal/session"');
  assert.match(log, /"requestId":"[0-9a-f-]{36}"/);
  const [, token = "none"] = person.cookie().split("=");
  for (const secret of ["sesame", PASSWORD, token, "very-private-filter", "argon2"]) {
    assert.not.match(log, secret);
  }
});

async function listen(app: Koa): Promise<string> {
  const listening = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  atEnd("a server of the test's own", () => listening.close());
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

/** A request as it is, where fetch would tidy up the path and ask caches to look again. */
function rawGet(base: string, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(base);
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    get({ hostname, port, path, headers }, (response) => {
      let text = "";
      response.on("data", (piece) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    }).on("error", reject);
  });
}
