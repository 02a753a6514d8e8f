/** Downloads of stored files: whole, in ranges, and never from outside of the three roots. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { rawRequest } from "../support/api/raw-request.ts";
import { openFileStore, writeFiles } from "../support/api/stored-files.ts";
import { startTestServer } from "../support/processes/stack.ts";

const SECRET_TEXT = "not for anybody";
const server = await startTestServer({ demo: false, logToFiles: true });
const { storage, addJob, addSpec } = await openFileStore(server);
const admin = await logInAdmin(server);
const owner = await addPerson(admin);
const colleague = await addPerson(admin);
const FILE_TEXT = "0123456789".repeat(1_000);
const job = await addJob(owner, {
  "data.csv": 'x,curve\r\n1,"[1, 2]"\r\n',
  "digits.txt": FILE_TEXT,
  "page.html": "<script>alert(1)</script>",
  "empty.txt": "",
  "100% #1?.txt": "named oddly",
});
const { spec, version } = await addSpec(owner, { "spec.json": "{}", "lib/models.lib": ".model" });
const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job] });
const nobody = createCaller(server.url);
writeFiles(server.config.dataDir, {
  "secret.txt": SECRET_TEXT,
  "secrets/session": SECRET_TEXT,
  "uploads/a": SECRET_TEXT,
});
writeFiles(storage.logs, { "web.log": SECRET_TEXT });
const base = `/static/work_dirs/${job}`;

const it = suite("a stored file", { timeout: 60_000 });
it("is downloaded as it is, as an attachment that no browser runs", async () => {
  const file = await colleague.fetch(`${base}/page.html`);
  assert.is(await file.text(), "<script>alert(1)</script>");
  const header = (name: string) => file.headers.get(name);
  assert.equal(
    ["content-type", "content-security-policy", "x-content-type-options", "content-length"].map(header),
    ["application/octet-stream", "default-src 'none'; sandbox", "nosniff", "25"],
  );
  assert.match(header("content-disposition") ?? "", /^attachment; filename="page.html"/);
  const named = await colleague.fetch(`${base}/${encodeURIComponent("100% #1?.txt")}`);
  assert.is(await named.text(), "named oddly");
  assert.is(
    await (await colleague.fetch(`/static/specs/${spec}/${version}/lib/models.lib`)).text(),
    ".model",
  );
  assert.is((await colleague.fetch(`${base}/empty.txt`)).headers.get("content-length"), "0");
});
it("named data.csv is the job's rows under a name that tells the job", async () => {
  const file = await colleague.fetch(`${base}/data.csv`);
  assert.is(await file.text(), 'x,curve\r\n1,"[1, 2]"\r\n');
  assert.match(file.headers.get("content-disposition") ?? "", `job-${job}-data.csv`);
  assert.match(file.headers.get("content-type") ?? "", /^text\/csv/);
});

const BYTE_RANGES: readonly [string, number, string][] = [
  ["bytes=0-9", 206, "0123456789"],
  ["bytes=9995-", 206, "56789"],
  ["bytes=-3", 206, "789"],
  ["bytes=9999-20000", 206, "9"],
  ["bytes=10000-", 416, ""],
  ["bytes=5-1", 416, ""],
  ["lines=0-9", 200, FILE_TEXT],
  ["bytes=0-1,5-6", 200, FILE_TEXT],
  ["nonsense", 200, FILE_TEXT],
];
for (const [range, status, content] of BYTE_RANGES) {
  it(`answers a request for ${range} with ${status}`, async () => {
    const part = await colleague.fetch(`${base}/digits.txt`, { headers: { range } });
    assert.is(part.status, status);
    const body = await part.text();
    if (status === 416) assert.is(part.headers.get("content-range"), "bytes */10000");
    else assert.is(body, content);
    if (status === 206) assert.match(part.headers.get("content-range") ?? "", /^bytes \d+-9?\d*\/10000$/);
  });
}
it("is not sent again to somebody who has it, and is whole when it has changed since a part was sent", async () => {
  const ask = (headers: Record<string, string> = {}) =>
    rawRequest(colleague, `${base}/digits.txt`, { headers });
  const { headers } = await ask();
  const etag = String(headers.etag);
  assert.is(headers["accept-ranges"], "bytes");
  assert.is((await ask({ "if-none-match": etag })).status, 304);
  assert.is((await ask({ "if-modified-since": String(headers["last-modified"]) })).status, 304);
  assert.is((await ask({ range: "bytes=5-", "if-range": etag })).status, 206);
  writeFileSync(join(storage.workDir(job), "digits.txt"), FILE_TEXT.replace("0", "a"));
  assert.is((await ask({ "if-none-match": etag })).status, 200);
  const changed = await ask({ range: "bytes=5-", "if-range": etag });
  assert.equal([changed.status, changed.body.length], [200, FILE_TEXT.length]);
});
it("is described without its bytes when only the head is asked for", async () => {
  const { status, headers, body } = await rawRequest(colleague, `${base}/digits.txt`, { method: "HEAD" });
  assert.equal([status, headers["content-length"], body.length], [200, String(FILE_TEXT.length), 0]);
  assert.is((await rawRequest(colleague, `${base}/digits.txt`, { method: "DELETE" })).status, 404);
});
it("does not exist for restricted users, not even of a job that is open to them", async () => {
  const paths = [
    `${base}/data.csv`,
    `${base}/digits.txt`,
    `/static/specs/${spec}/${version}/spec.json`,
    "/static/logs/web.log",
  ];
  for (const path of paths) {
    assert.is((await rawRequest(guest, path)).status, 404, path);
    assert.is((await rawRequest(nobody, path)).status, 401, path);
  }
});
it("of the logs is downloaded by admins only", async () => {
  assert.is((await rawRequest(colleague, "/static/logs/web.log")).status, 404);
  assert.is((await rawRequest(admin, "/static/logs/web.log")).status, 200);
});

const PATH_TO_ROOT = "/..".repeat(3);
/** Spellings of paths that lead out of a root; each is also tried below a job's directory and with the calls of the explorer. */
const PATH_SPELLINGS = [
  `${PATH_TO_ROOT}/secret.txt`,
  "/../../secret.txt",
  "/..%2f..%2fsecret.txt",
  "/%2e%2e/%2e%2e/secret.txt",
  "/%2e%2e%2f%2e%2e%2fsecret.txt",
  "/%252e%252e/%252e%252e/secret.txt",
  "/%252e%252e%252fsecret.txt",
  "/..%252f..%252fsecret.txt",
  "/..\\..\\secret.txt",
  "/..%5c..%5csecret.txt",
  "/%2e%2e%5csecret.txt",
  "/..;/..;/secret.txt",
  "/.../.../secret.txt",
  "//secret.txt",
  "//etc/passwd",
  "/%2fetc%2fpasswd",
  "/etc/passwd%00.txt",
  "/..%00/secret.txt",
  "/data.csv%00/../../../secret.txt",
  "/%c0%ae%c0%ae/%c0%ae%c0%ae/secret.txt",
  "/%u002e%u002e/secret.txt",
  "/\u2025/secret.txt",
  "/%ef%bc%8e%ef%bc%8e/%ef%bc%8e%ef%bc%8e/secret.txt",
  "/%e2%80%a5/secret.txt",
  "/%e2%88%95etc%e2%88%95passwd",
  "/C:%5csecret.txt",
  "/file:///etc/passwd",
  "/link.txt",
  "/folder/secret.txt",
  "/up/secret.txt",
  "/./../../secret.txt",
  "/digits.txt/../../../secret.txt",
  "/%E0%A4%A",
  "/%",
  "/.",
  "/..",
  "/~root/.profile",
  "/proc/self/environ",
];
const links = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(server.config.dataDir, "secret.txt"), join(folder, "link.txt"));
  symlinkSync(server.config.dataDir, join(folder, "folder"));
  symlinkSync("../..", join(folder, "up"));
};
links(storage.workDir(job));
links(storage.specVersionDir(spec, version));
links(storage.logs);

const outside = suite("a path out of the roots", { timeout: 60_000 });
const SERVED_ROOTS = [
  "work_dirs",
  `work_dirs/${job}`,
  "specs",
  `specs/${spec}/${version}`,
  "logs",
  "media",
  "..",
  "uploads",
  "secrets",
];
for (const spelling of PATH_SPELLINGS) {
  outside(`leads nowhere when it is written as ${spelling}`, async () => {
    for (const root of SERVED_ROOTS) {
      for (const prefix of ["/static", "/api/internal/files/preview", "/api/internal/files/list"]) {
        const path = encodeURI(decodeURI(`${prefix}/${root}`)) + toAscii(spelling);
        const { status, body } = await rawRequest(admin, path);
        const text = body.toString();
        assert.ok([400, 404].includes(status), `${path}: ${status} ${text.slice(0, 200)}`);
        assert.not.match(text, /not for anybody|root:/, path);
      }
    }
  });
}
/** A request line holds no other characters. */
const toAscii = (path: string): string => path.replaceAll(/[^\u0021-\u007e]/g, encodeURIComponent);

outside("is refused with the texts of the explorer", async () => {
  const { body } = await rawRequest(admin, "/api/internal/files/preview/work_dirs/..%2f..%2fsecret.txt");
  assert.is(JSON.parse(body.toString()).message, MESSAGES.fileNotFound);
});
