/**
 * Every route of the contract is called by every kind of person: from our page, from another site's, and by API token. Nothing is left
 * to what a page happens to offer.
 */

import { openStore } from "@understudy/server/models/store.ts";
import { connectRedis } from "@understudy/server/platform.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { MAX_ACCESSIBLE_JOBS } from "@understudy/shared/limits.ts";
import { MESSAGES, STATUS_TEXTS } from "@understudy/shared/messages.ts";
import { assert, suite } from "../harness.ts";
import { type AnyRequest, type Caller, createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import {
  generatedName,
  makeConfig,
  makeJob,
  makeJobFilter,
  makeNotificationChoices,
} from "../support/factories.ts";
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
const bystander = await addPerson(admin);
const hider = await addPerson(admin, { hide_specs: true });

const KINDS = ["nobody", "stranger", "guest", "colleague", "owner", "admin", "hider"] as const;
type Kind = (typeof KINDS)[number];
const callers: Record<Kind, Caller> = {
  nobody: createCaller(server.url),
  stranger,
  guest,
  colleague,
  owner,
  admin,
  hider,
};

type Verdict = "allowed" | "unauthorized" | "forbidden" | "not-found";
/** One letter a kind, in the order of KINDS; whoever hides specs may do what a colleague may. */
const LETTERS: Record<string, Verdict> = { y: "allowed", u: "unauthorized", f: "forbidden", n: "not-found" };
const verdicts = (letters: string): (Verdict | undefined)[] =>
  [...letters, ...letters.charAt(KINDS.indexOf("colleague"))].map((letter) => LETTERS[letter]);

const ANYONE = verdicts("yyyyyy");
const USER = verdicts("uyyyyy");
const FULL = verdicts("unnyyy");
const ADMIN = verdicts("unnffy");
/** Calls that the emulator's view makes on one job. */
const VIEW = verdicts("unyyyy");
/** Calls of full users that only look at a job. */
const LOOK = verdicts("unnyyy");
const CHANGE = verdicts("unnfyy");

type Case = {
  expected: ReturnType<typeof verdicts>;
  request?: (jobId: number) => AnyRequest;
  fresh?: boolean;
};
const job =
  (rest: AnyRequest = {}) =>
  (job_id: number) => ({ ...rest, params: { job_id } });
const simulation = (job_id: number) => ({ params: { job_id, simulation_id: 1 } });
const row = { data_set: "training", row_index: 0 };
const set = { data_set: "training" };
const NO_EXPORT = "0123456789abcdef";

const CASES: Record<RouteName, Case> = {
  logIn: { expected: ANYONE, fresh: true, request: () => ({ body: { email: "", password: "" } }) },
  logOut: { expected: USER, fresh: true },
  getLoginOptions: { expected: ANYONE },
  getUser: { expected: USER },
  changePassword: {
    expected: FULL,
    request: () => ({ body: { current_password: "not it", new_password: "a new long secret" } }),
  },
  listUsers: { expected: ADMIN },
  createUser: {
    expected: ADMIN,
    request: (n) => ({ body: { email: `made${n}@example.org`, name: "Made", password: PASSWORD } }),
  },
  updateUser: {
    expected: ADMIN,
    request: () => ({ params: { user_id: bystander.id }, body: { hide_specs: true } }),
  },
  getPerson: { expected: ADMIN, request: () => ({ params: { user_id: bystander.id } }) },
  resetPassword: {
    expected: ADMIN,
    request: () => ({ params: { user_id: bystander.id }, body: { credential: "link" } }),
  },
  deleteUser: {
    expected: ADMIN,
    request: () => ({ params: { user_id: 99_999 }, body: { new_owner_id: null } }),
  },
  updateProfile: { expected: FULL, request: () => ({ body: { name: "Renamed" } }) },
  listSessions: { expected: FULL },
  endOwnSession: { expected: FULL, request: () => ({ params: { session_id: "0123456789abcdef" } }) },
  endOtherSessions: { expected: FULL },
  readPasswordLink: { expected: ANYONE, request: () => ({ body: { token: "none" } }) },
  choosePassword: { expected: ANYONE, request: () => ({ body: { token: "none", password: PASSWORD } }) },
  listShares: { expected: CHANGE, request: job() },
  setShare: {
    expected: CHANGE,
    request: (job_id) => ({ params: { job_id, user_id: bystander.id }, body: { shared: true } }),
  },
  listAudit: { expected: ADMIN },
  listJobActivity: { expected: LOOK, request: job() },
  listNotifications: { expected: FULL },
  readNotifications: { expected: FULL, request: () => ({ body: { ids: ["1-1"] } }) },
  getNotificationSettings: { expected: FULL },
  updateNotificationSettings: {
    expected: FULL,
    request: () => ({ body: { choices: makeNotificationChoices() } }),
  },
  setWebhook: { expected: FULL, request: () => ({ body: { url: "https://example.org/hook" } }) },
  deleteWebhook: { expected: FULL },
  testWebhook: { expected: FULL },
  listApiTokens: { expected: FULL },
  createApiToken: { expected: FULL, request: () => ({ body: { name: "Mine" } }) },
  revokeApiToken: { expected: FULL, request: () => ({ params: { token_id: 99_999 } }) },
  listJobs: { expected: USER },
  createJob: { expected: FULL, request: () => ({ body: { name: "New", source: "files" } }) },
  getJob: { expected: VIEW, request: job() },
  listJobCreators: { expected: FULL },
  archiveJobs: { expected: CHANGE, request: (id) => ({ body: { ids: [id], archived: true } }) },
  tagJobs: { expected: CHANGE, request: (id) => ({ body: { ids: [id], add: ["rf"] } }) },
  listJobFilters: { expected: FULL },
  saveJobFilter: { expected: FULL, request: () => ({ body: { name: "Mine", query: makeJobFilter() } }) },
  deleteJobFilter: { expected: FULL, request: () => ({ body: { name: "Mine" } }) },
  deleteJobs: { expected: CHANGE, request: (id) => ({ body: { ids: [id] } }) },
  startTraining: { expected: CHANGE, request: job({ body: { train_on: "server" } }) },
  configureTraining: { expected: CHANGE, request: job({ body: { train_on: "platform" } }) },
  moveTraining: {
    expected: CHANGE,
    request: job({ body: { train_on: "platform", resource_id: null } }),
  },
  pauseJob: { expected: CHANGE, request: job() },
  resumeJob: { expected: CHANGE, request: job() },
  retryJob: { expected: CHANGE, request: job() },
  extendJob: { expected: CHANGE, request: job() },
  editJob: { expected: CHANGE, request: job({ body: { description: "Edited" } }) },
  replaceJobFiles: {
    expected: CHANGE,
    request: job({ body: { input_file_id: null, output_file_id: null } }),
  },
  trainWhenDone: { expected: CHANGE, request: job({ body: { train_when_done: true } }) },
  getJobQueue: { expected: LOOK, request: job() },
  getTrainingProgress: { expected: LOOK, request: job() },
  getJobConfig: { expected: VIEW, request: job() },
  updateJobConfig: { expected: CHANGE, request: job({ body: { inputs: [] } }) },
  getFocusRegions: { expected: LOOK, request: job() },
  updateFocusRegions: { expected: CHANGE, request: job({ body: { regions: [] } }) },
  predict: { expected: VIEW, request: job({ body: {} }) },
  getEmulatorReport: { expected: VIEW, request: job() },
  createExport: { expected: LOOK, request: job({ body: { format: "c" } }) },
  listExports: { expected: LOOK, request: job() },
  getExport: { expected: LOOK, request: (job_id) => ({ params: { job_id, export_id: NO_EXPORT } }) },
  deleteExport: { expected: LOOK, request: (job_id) => ({ params: { job_id, export_id: NO_EXPORT } }) },
  getDataRow: { expected: VIEW, request: (job_id) => ({ params: { job_id, ...row } }) },
  getNearestRow: {
    expected: VIEW,
    request: (job_id) => ({ params: { job_id, ...set }, query: { values: {} } }),
  },
  getSensitivity: { expected: LOOK, request: job({ query: { output: "gain" } }) },
  getOutputHeatmap: { expected: VIEW, request: job({ query: { x_axis: "x", y_axis: "gain" } }) },
  getInputPairPlots: { expected: VIEW, request: job({ query: { inputs: ["x"] } }) },
  getScalarEmulatorOutputs: { expected: VIEW, request: (job_id) => ({ params: { job_id, ...set } }) },
  getRowEmulatorOutputs: { expected: VIEW, request: (job_id) => ({ params: { job_id, ...row } }) },
  upload: {
    expected: FULL,
    request: () => ({
      params: { generated_file_name: generatedName("a.csv") },
      body: new Blob(["1"]),
      headers: { "content-range": "bytes 0-0/1" },
    }),
  },
  uploadOffset: { expected: FULL, request: () => ({ params: { generated_file_name: "a.csv" } }) },
  getDemoServer: { expected: FULL },
  startDemoServer: { expected: FULL },
  stopDemoServer: { expected: FULL },
  listSamples: { expected: FULL },
  uploadSample: { expected: FULL, request: () => ({ params: { key: "engineering1" } }) },
  listSpecs: { expected: FULL },
  createSpec: {
    expected: FULL,
    request: () => ({ body: { verbose_name: "New", help_text: "New", file: ["none"] } }),
  },
  deleteSpecs: { expected: CHANGE, request: (id) => ({ body: { ids: [id] } }) },
  getSpec: { expected: LOOK, request: (id) => ({ params: { spec_id: id } }) },
  getSpecVersion: { expected: LOOK, request: (id) => ({ params: { spec_version_id: id } }) },
  createSpecVersion: {
    expected: CHANGE,
    request: (id) => ({ body: { source: "files", source_spec_version_id: id, files: ["none"] } }),
  },
  createSpecJob: {
    expected: FULL,
    request: (id) => ({ params: { spec_version_id: id }, body: { name: "New", objective: "Training" } }),
  },
  getJobDistributions: { expected: FULL, request: job() },
  updateJobDistributions: { expected: CHANGE, request: job({ body: { distributions: {} } }) },
  computeYield: { expected: FULL, request: (id) => ({ params: { job_id: id }, body: {} }) },
  previewScore: {
    expected: FULL,
    request: (id) => ({
      params: { spec_version_id: id },
      body: { objective: "Optimization", score_function: null, emulator_job_id: id },
    }),
  },
  getJobSpecVersion: { expected: LOOK, request: job() },
  getSpecJobSettings: { expected: LOOK, request: job() },
  getSpecTemplate: {
    expected: FULL,
    request: () => ({ params: { spec_template_id: "ngspice" } }),
  },
  createSpecFromTemplate: {
    expected: FULL,
    request: () => ({
      params: { spec_template_id: "ngspice" },
      body: { verbose_name: "New", help_text: "New" },
    }),
  },
  listSimulations: { expected: LOOK, request: job() },
  getSimulation: { expected: LOOK, request: simulation },
  deleteSimulations: { expected: CHANGE, request: job({ body: { ids: [1] } }) },
  getSimulationGraphs: { expected: LOOK, request: simulation },
  getJobGraphs: { expected: LOOK, request: job() },
  getOptimization: { expected: LOOK, request: job() },
  getSampling: { expected: LOOK, request: job() },
  getOutOfSpec: { expected: LOOK, request: job() },
  getTargetCurves: { expected: LOOK, request: job() },
  getIterationValues: { expected: LOOK, request: job() },
  listTags: { expected: FULL },
  createTag: { expected: FULL, request: () => ({ body: { name: "rf" } }) },
  getGuide: { expected: FULL },
  searchGuide: { expected: FULL, request: () => ({ query: { text: "emulator" } }) },
  getGuidePage: { expected: FULL, request: () => ({ params: { slug: "overview" } }) },
  listDirectory: { expected: FULL, request: () => ({ params: { path: "work_dirs" } }) },
  previewFile: { expected: FULL, request: () => ({ params: { path: "work_dirs/1/none" } }) },
  getDiskUsage: { expected: FULL },
  listResources: { expected: FULL },
  getWorkerClientKey: { expected: FULL },
  regenerateWorkerClientKey: { expected: FULL },
  listWorkerDownloads: { expected: FULL },
  prepareWorkerDownload: { expected: FULL, request: () => ({ body: { href: "/static/media/none.zip" } }) },
  updateJobTags: { expected: CHANGE, request: job({ body: { tags: [{ name: "rf" }] } }) },
};

/** 404 is also what a job without data answers: only these texts mean "not for you". */
const HIDDEN = [STATUS_TEXTS[404], MESSAGES.jobNotFound, MESSAGES.specVersionNotFound];

async function verdictOf(response: Response): Promise<Verdict> {
  const text = await response.text();
  const { message } = text === "" ? {} : JSON.parse(text);
  if (response.status === 401) return "unauthorized";
  if (response.status === 403) return message === MESSAGES.invalidCredentials ? "allowed" : "forbidden";
  if (response.status === 404 && (text === "" || HIDDEN.includes(message))) return "not-found";
  assert.ok(response.status < 500, `${response.status} ${text}`);
  return "allowed";
}

let jobs = 0;
const creator = { id: owner.id, name: owner.name };
const NO_DATA = makeConfig({ inputs: [] });
/** A job, and a spec with its version, all of one number. */
async function newJob(): Promise<number> {
  const _id = ++jobs;
  assert.ok(opened.includes(_id), "more jobs than were opened to the guest");
  await store.jobs.insert(makeJob({ _id, creator, config: NO_DATA, spec_version_id: _id }));
  await store.specs.insert(makeSpec({ _id, creator }));
  await store.specVersions.insert(makeSpecVersion({ _id, creator }));
  return _id;
}

let lookedAt: Promise<number> | null = null;
/** One that no call has changed. */
const jobToLookAt = (): Promise<number> => {
  lookedAt ??= newJob();
  return lookedAt;
};

const jobFor = (name: RouteName) => (isSafe(routes[name]) ? jobToLookAt() : newJob());

async function callerOf(kind: Kind, fresh = false): Promise<Caller> {
  const caller = callers[kind];
  if (!fresh || kind === "nobody") return caller;
  const { email } = await caller.call("getUser");
  return await logIn(server.url, email);
}

const NAMES = Object.keys(routes).filter((one): one is RouteName => one in routes);
const ELSEWHERE = { origin: "https://evil.example" };
const isSafe = ({ method }: Route): boolean => method === "GET" || method === "HEAD";

/** By API token: those of restricted people, made before they were, are refused; routes that need a session refuse all. */
function verdictByToken(name: RouteName, i: number): Verdict | undefined {
  const verdict = CASES[name].expected[i];
  if (KINDS[i] === "stranger" || KINDS[i] === "guest") return "unauthorized";
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
for (const name of NAMES) {
  const { expected, request, fresh } = CASES[name];
  walk(`${name} is refused to pages of other sites, unless it changes nothing`, async () => {
    for (const [i, kind] of KINDS.entries()) {
      const { headers, ...sent } = request?.(await jobToLookAt()) ?? {};
      const response = await callers[kind].attempt(name, { ...sent, headers: { ...headers, ...ELSEWHERE } });
      if (isSafe(routes[name])) {
        assert.is(await verdictOf(response), expected[i], `${name} by ${kind}`);
        continue;
      }
      assert.is(response.status, 403, `${name} by ${kind}`);
      assert.match(await response.text(), MESSAGES.wrongOrigin);
    }
  });
  walk(`${name} by API token is what its owner may do, unless it needs a session`, async () => {
    await forgetInvalidTokens();
    for (const [i, kind] of KINDS.entries()) {
      const token = tokens[kind];
      if (token === undefined) continue;
      const sent = request?.(await jobFor(name));
      const headers = { ...sent?.headers, ...ELSEWHERE, authorization: `Bearer ${token}` };
      const response = await createCaller(server.url).attempt(name, { ...sent, headers });
      assert.is(await verdictOf(response), verdictByToken(name, i), `${name} by the token of ${kind}`);
    }
  });
  walk(`${name} is answered by who makes it: ${expected.join(", ")}`, async () => {
    for (const [i, kind] of KINDS.entries()) {
      const caller = await callerOf(kind, fresh);
      const response = await caller.attempt(name, request?.(await jobFor(name)));
      assert.is(await verdictOf(response), expected[i], `${name} by ${kind}`);
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
  const [own, other] = [await newJob(), ++jobs];
  await store.jobs.insert(makeJob({ _id: other, creator: { id: colleague.id, name: colleague.name } }));
  assert.is((await owner.refused("deleteJobs", { body: { ids: [own, other] } })).status, 403);
  assert.is(await store.jobs.count({ _id: { $in: [own, other] } }), 2);
});

const downloads = suite("a download");
downloads("of a spec's files exists for full users only", async () => {
  const id = await newJob();
  const statuses: Record<string, number> = {};
  for (const kind of KINDS) {
    const response = await callers[kind].fetch(`/static/specs/${id}/${id}.zip`);
    await response.arrayBuffer();
    statuses[kind] = response.status;
  }
  const expected = {
    nobody: 401,
    stranger: 404,
    guest: 404,
    colleague: 200,
    owner: 200,
    admin: 200,
    hider: 200,
  };
  assert.equal(statuses, expected);
});
downloads("of a job's data exists for full users only", async () => {
  const id = await newJob();
  const statuses: Record<string, number> = {};
  for (const kind of KINDS) {
    const response = await callers[kind].fetch(`/static/work_dirs/${id}/data.csv`);
    const { message } = JSON.parse(await response.text());
    statuses[kind] = message === MESSAGES.fileNotFound ? 200 : response.status;
  }
  const expected = {
    nobody: 401,
    stranger: 404,
    guest: 404,
    colleague: 200,
    owner: 200,
    admin: 200,
    hider: 200,
  };
  assert.equal(statuses, expected);
});
