import { isExplained, readFailure } from "@understudy/client/api/call.ts";
import { loginPath } from "@understudy/client/api/session.ts";
import type { JobListQuery } from "@understudy/client/data/job-lists.ts";
import { listQuery } from "@understudy/client/features/job-list/list-query.ts";
import { formatDate } from "@understudy/client/ui/format.ts";
import { safePath } from "@understudy/shared/safe-path.ts";
import { assert, suite } from "../../harness.ts";

const dates = suite("a date");
const now = new Date("2026-11-20T15:30:00Z");
const format = (iso: string) => formatDate(iso, now, "UTC");

dates("reads as today, as a recent day, or as the locale writes it", () => {
  assert.is(format("2026-11-20T08:05:00Z"), "Today at 08:05");
  assert.is(format("2026-11-03T00:05:00Z"), "3 Nov at 00:05");
  assert.is(
    format("2024-02-03T08:05:00Z"),
    new Date("2024-02-03T08:05:00Z").toLocaleDateString(undefined, { timeZone: "UTC" }),
  );
  assert.is(format("not a date"), "");
});

const places = suite("the place to go to after logging in");

places("is a path on this site, and never another site", () => {
  assert.is(safePath("/jobs/3?page=2#top"), "/jobs/3?page=2#top");
  for (const other of [
    null,
    "",
    "jobs",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/login",
    "/\t/evil.example",
  ]) {
    assert.is(safePath(other), "/", `${other}`);
  }
});

places("is on this site however it is spelled", () => {
  const site = "http://this.site";
  for (const next of [
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/\n/evil.example",
    "/a/..//evil.example",
  ]) {
    assert.is(new URL(safePath(next), site).origin, site, next);
  }
});

places("is remembered in the address of the login page", () => {
  assert.is(loginPath("/jobs/3?a=1"), "/login?next=%2Fjobs%2F3%3Fa%3D1");
  assert.is(loginPath("/"), "/login");
  assert.is(loginPath("/login?next=%2Fjobs"), "/login");
});

const failures = suite("an answer that is not a success");

failures("gives the server's message and fields, else its status, else its body", () => {
  const failure = readFailure(
    400,
    '{"message":"Invalid request body","errors":{"name":["Name is required"]}}',
  );
  assert.is(failure.message, "Invalid request body");
  assert.equal(failure.fields, { name: ["Name is required"] });
  assert.is(readFailure(502, "<html>").message, "Bad Gateway");
  const texts = [400, 401, 403, 404, 500, 502, 503].map((status) => readFailure(status, "").message);
  assert.equal(texts, [
    "Bad Request",
    "Unauthorized",
    "Forbidden",
    "Not Found",
    "Internal Server Error",
    "Bad Gateway",
    "Service Unavailable",
  ]);
  assert.is(readFailure(418, "a teapot").message, "Error 418: a teapot");
  const tooLarge = readFailure(
    413,
    '{"message":"The request is too large: at most 64 kB can be sent here."}',
  );
  assert.equal(
    [tooLarge, readFailure(413, "<html>"), readFailure(400, '{"message":"No"}')].map(isExplained),
    [true, false, false],
  );
});

const lists = suite("the job list's address");

lists("leaves defaults out and survives a round trip", () => {
  const query = {
    page_number: 3,
    page_size: 50,
    sort_by: "name",
    sort_order: "ascending",
    filter: "heat sink",
    one_off: false,
    status: ["Complete", "Running Failed"],
    objective: ["Out of Spec"],
    creator: [3, 7],
    archived: "include",
  } satisfies JobListQuery;
  const search = new URLSearchParams(listQuery.write(query));
  assert.is(search.get("status"), "Complete,Running Failed");
  assert.equal(listQuery.read(search), query);
  assert.equal(listQuery.write(listQuery.read(new URLSearchParams())), {});
});

lists("falls back to the defaults when it was tampered with", () => {
  const query = listQuery.read(new URLSearchParams("page_number=0&sort_by=password"));
  assert.equal(listQuery.write(query), {});
});
