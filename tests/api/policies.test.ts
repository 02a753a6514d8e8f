/**
 * Every route of the contract is called by every kind of person: from our page, from another site's, and by API token. Nothing is left
 * to what a page happens to offer.
 */

import { openStore } from "@understudy/server/models/store.ts";
import { connectRedis } from "@understudy/server/platform/platform.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { MAX_ACCESSIBLE_JOBS } from "@understudy/shared/limits.ts";
import { MESSAGES, STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin } from "../support/api/people.ts";
import {
  CALLER_KINDS,
  type Kind,
  POLICY_CASES,
  toDraftId,
  type Verdict,
} from "../support/api/policy-table.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeConfig, makeJob, makeJobDraft } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { makeSpec, makeSpecVersion } from "../support/specs/specs.ts";

const server = await startTestServer({ demo: false });
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);

const admin = await logInAdmin(server);
const owner = await addPerson(admin);
const colleague = await addPerson(admin);
/** Ids that jobs of this test may get: as many as a restricted person can see. */
const opened = Array.from({ length: MAX_ACCESSIBLE_JOBS }, (_, i) => i + 1);
const guest = await addPerson(admin, { restricted: true, accessible_job_ids: opened });
const stranger = await addPerson(admin, { restricted: true, accessible_job_ids: [9_999] });
const hider = await addPerson(admin, { hide_specs: true });

const callers: Record<Kind, Caller> = {
  nobody: createCaller(server.url),
  stranger,
  guest,
  colleague,
  owner,
  admin,
  hider,
};

const { id: bystander } = await addPerson(admin);
/** 404 is also what a job without data answers: only these texts mean "not for you". */
const HIDDEN_TEXTS = [STATUS_TEXTS[404], MESSAGES.jobNotFound, MESSAGES.specVersionNotFound];

async function readVerdict(response: Response): Promise<Verdict> {
  const text = await response.text();
  const { message } = text === "" ? {} : JSON.parse(text);
  if (response.status === 401) return "unauthorized";
  if (response.status === 403) return message === MESSAGES.invalidCredentials ? "allowed" : "forbidden";
  if (response.status === 404 && (text === "" || HIDDEN_TEXTS.includes(message))) return "not-found";
  assert.ok(response.status < 500, `${response.status} ${text}`);
  return "allowed";
}

let jobs = 0;
let storedJobs = 0;
/** Jobs are stored so many at a time: with one at a time the database is busier with them than with the calls. */
const JOBS_AT_ONCE = 50;
const creator = { id: owner.id, name: owner.name };
const NO_DATA = makeConfig({ inputs: [] });
/** A job that no call has touched, and a spec with its version and the draft of a form, all of one number. */
async function newJob(): Promise<number> {
  const _id = ++jobs;
  assert.ok(opened.includes(_id), "more jobs than were opened to the guest");
  if (_id > storedJobs) await storeJobs();
  return _id;
}
async function storeJobs(): Promise<void> {
  const ids = Array.from({ length: JOBS_AT_ONCE }, () => ++storedJobs);
  await store.jobs.insertAll(
    ids.map((_id) => makeJob({ _id, creator, config: NO_DATA, spec_version_id: _id })),
  );
  await store.specs.insertAll(ids.map((_id) => makeSpec({ _id, creator })));
  await store.specVersions.insertAll(ids.map((_id) => makeSpecVersion({ _id, creator })));
  await store.jobDrafts.insertAll(
    ids.map((id) => makeJobDraft({ _id: toDraftId(id), spec_version_id: id, creator })),
  );
}

let lookedAt: Promise<number> | null = null;
/** One that no call has changed. */
const jobToLookAt = (): Promise<number> => {
  lookedAt ??= newJob();
  return lookedAt;
};

const jobFor = (name: RouteName) => (isSafe(routes[name]) ? jobToLookAt() : newJob());

async function findCaller(kind: Kind, fresh = false): Promise<Caller> {
  const caller = callers[kind];
  if (!fresh || kind === "nobody") return caller;
  const { email } = await caller.call("getUser");
  return await logIn(server.url, email);
}

const ROUTE_NAMES = Object.keys(routes).filter((name): name is RouteName => name in routes);
const FOREIGN_ORIGIN = { origin: "https://evil.example" };
const isSafe = ({ method }: Route): boolean => method === "GET" || method === "HEAD";

/** By API token: those of restricted people, made before they were, are refused; routes that need a session refuse all. */
function verdictByToken(name: RouteName, i: number): Verdict | undefined {
  const verdict = POLICY_CASES[name].expected[i];
  if (CALLER_KINDS[i] === "stranger" || CALLER_KINDS[i] === "guest") return "unauthorized";
  return routes[name].needsSession && verdict === "allowed" ? "forbidden" : verdict;
}

const tokens: Partial<Record<Kind, string>> = {};
const redis = connectRedis(server.config.redisUrl);
atEnd("the test's own connection to Redis", () => redis.disconnect());
/** More invalid tokens are sent here than one address may send. */
async function forgetInvalidTokens(): Promise<void> {
  const counters = await redis.keys(`${server.config.redisPrefix}:token:address*`);
  if (counters.length > 0) await redis.del(counters);
}

const walk = suite("a call", { timeout: 30_000 });
walk.before(async () => {
  for (const kind of ["colleague", "owner", "admin", "hider"] as const) {
    tokens[kind] = (await callers[kind].call("createApiToken", { body: { name: "Walk" } })).token;
  }
  for (const kind of ["stranger", "guest"] as const) {
    const person = { stranger, guest }[kind];
    const restrict = (restricted: boolean) =>
      admin.call("updateUser", { params: { user_id: person.id }, body: { restricted } });
    await restrict(false);
    tokens[kind] = (await person.call("createApiToken", { body: { name: "Walk" } })).token;
    await restrict(true);
  }
});
for (const name of ROUTE_NAMES) {
  const { expected, request, fresh } = POLICY_CASES[name];
  walk(`${name} is refused to pages of other sites, unless it changes nothing`, async () => {
    for (const [i, kind] of CALLER_KINDS.entries()) {
      const { headers, ...sent } = request?.(await jobToLookAt(), bystander) ?? {};
      const response = await callers[kind].attempt(name, {
        ...sent,
        headers: { ...headers, ...FOREIGN_ORIGIN },
      });
      if (isSafe(routes[name])) {
        assert.is(await readVerdict(response), expected[i], `${name} by ${kind}`);
        continue;
      }
      assert.is(response.status, 403, `${name} by ${kind}`);
      assert.match(await response.text(), MESSAGES.wrongOrigin);
    }
  });
  walk(`${name} by API token is what its owner may do, unless it needs a session`, async () => {
    await forgetInvalidTokens();
    for (const [i, kind] of CALLER_KINDS.entries()) {
      const token = tokens[kind];
      if (token === undefined) continue;
      const sent = request?.(await jobFor(name), bystander);
      const headers = { ...sent?.headers, ...FOREIGN_ORIGIN, authorization: `Bearer ${token}` };
      const response = await createCaller(server.url).attempt(name, { ...sent, headers });
      assert.is(await readVerdict(response), verdictByToken(name, i), `${name} by the token of ${kind}`);
    }
  });
  walk(`${name} is answered by who makes it: ${expected.join(", ")}`, async () => {
    for (const [i, kind] of CALLER_KINDS.entries()) {
      const caller = await findCaller(kind, fresh);
      const response = await caller.attempt(name, request?.(await jobFor(name), bystander));
      assert.is(await readVerdict(response), expected[i], `${name} by ${kind}`);
    }
  });
}

const changes = suite("a refused call");
changes("has changed nothing", async () => {
  const id = await newJob();
  const before = await store.jobs.findOne({ _id: id });
  await colleague.refused("updateJobTags", { params: { job_id: id }, body: { tags: [{ name: "mine" }] } });
  await colleague.refused("deleteJobs", { body: { ids: [id] } });
  await guest.refused("startTraining", { params: { job_id: id }, body: { train_on: "platform" } });
  assert.equal(await store.jobs.findOne({ _id: id }), before);
});
changes("to delete several jobs deletes none of them when one is somebody else's", async () => {
  const [ownJob, other] = [await newJob(), await newJob()];
  await store.jobs.update({ _id: other }, { creator: { id: colleague.id, name: colleague.name } });
  assert.is((await owner.refused("deleteJobs", { body: { ids: [ownJob, other] } })).status, 403);
  assert.is(await store.jobs.count({ _id: { $in: [ownJob, other] } }), 2);
});

const downloads = suite("a download");
/** @param isThere whether an answer that is not 200 says no more than that there is no such file */
async function isForFullUsersOnly(path: string, isThere: (message: string) => boolean): Promise<void> {
  const statuses: Partial<Record<Kind, number>> = {};
  for (const kind of CALLER_KINDS) {
    const response = await callers[kind].fetch(path);
    const text = await response.text();
    statuses[kind] = response.status !== 200 && isThere(JSON.parse(text).message) ? 200 : response.status;
  }
  const full = { colleague: 200, owner: 200, admin: 200, hider: 200 };
  assert.equal(statuses, { nobody: 401, stranger: 404, guest: 404, ...full });
}
downloads("of a spec's files exists for full users only", async () => {
  const id = await newJob();
  await isForFullUsersOnly(`/static/specs/${id}/${id}.zip`, () => false);
});
downloads("of a job's data exists for full users only", async () => {
  const path = `/static/work_dirs/${await newJob()}/data.csv`;
  await isForFullUsersOnly(path, (message) => message === MESSAGES.fileNotFound);
});
