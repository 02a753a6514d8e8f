/** Every page of the product has its page of the guide, which exists under that name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GUIDE_TOPICS, TOPIC_OF_ROUTE, topicOfJob, topicOfPath } from "@understudy/client/ui/guide-topics.ts";
import { guidePages } from "@understudy/server/guide/guide.ts";
import { JOB_TABS } from "@understudy/shared/api/job-view.ts";
import { objective } from "@understudy/shared/domain/objectives.ts";
import { assert, suite } from "../../../harness.ts";

const ROUTES_SOURCE = readFileSync(join(import.meta.dirname, "../../../../client/routes.tsx"), "utf8");
/** A job's page chooses by its tab; the others are the guide itself, seen logged out, or no page. */
const PATHS_WITHOUT_TOPIC = new Set([
  "jobs/:jobId",
  "jobs/:jobId/emulator",
  "guides",
  "guides/*",
  "login",
  "choose_password",
  "*",
]);

const it = suite("the guide's pages of the product's pages");
it("has one for each route", () => {
  const paths = [...ROUTES_SOURCE.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path ?? "");
  assert.ok(paths.length > 15, `found ${paths.length} routes`);
  for (const path of paths) {
    if (PATHS_WITHOUT_TOPIC.has(path)) continue;
    assert.ok(TOPIC_OF_ROUTE[path] !== undefined, `/${path} has no page of the guide`);
    const address = `/${path.replaceAll(/:\w+|\*/g, "12")}`;
    assert.is(topicOfPath(address), TOPIC_OF_ROUTE[path], address);
  }
});
it("has one for each tab of a job of each objective", () => {
  for (const kind of objective.options)
    for (const tab of [...JOB_TABS, null]) assert.ok(topicOfJob({ objective: kind }, tab) in GUIDE_TOPICS);
  assert.is(topicOfJob({ objective: "Training" }, "emulator"), "emulator");
  assert.is(topicOfJob({ objective: "Sampling" }, "progress"), "sampling");
});
it("names each page as the guide does", () => {
  const titles = new Map(guidePages().map(({ slug, title }) => [slug, title.toLowerCase()]));
  for (const [slug, name] of Object.entries(GUIDE_TOPICS))
    assert.is(titles.get(slug), name.toLowerCase(), slug);
});
