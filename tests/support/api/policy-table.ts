/** Who may make which call. */
import type { RouteName } from "../../../shared/api/routes.ts";
import { generatedName, makeJobFilter, makeNotificationChoices } from "../factories.ts";
import type { AnyRequest } from "./caller.ts";
import { PASSWORD } from "./people.ts";

export const CALLER_KINDS = ["nobody", "stranger", "guest", "colleague", "owner", "admin", "hider"] as const;
export type Kind = (typeof CALLER_KINDS)[number];
export type Verdict = "allowed" | "unauthorized" | "forbidden" | "not-found";
/** One letter a kind, in the order of KINDS; whoever hides specs may do what a colleague may. */
const VERDICTS_BY_LETTER: Record<string, Verdict> = {
  y: "allowed",
  u: "unauthorized",
  f: "forbidden",
  n: "not-found",
};
const verdicts = (letters: string): (Verdict | undefined)[] =>
  [...letters, ...letters.charAt(CALLER_KINDS.indexOf("colleague"))].map(
    (letter) => VERDICTS_BY_LETTER[letter],
  );

const ANYONE = verdicts("yyyyyy");
const USER = verdicts("uyyyyy");
const FULL = verdicts("unnyyy");
const ADMIN = verdicts("unnffy");
/** Calls that the emulator's view makes on one job. */
const VIEW = verdicts("unyyyy");
/** Calls of full users that only look at a job. */
const LOOK = verdicts("unnyyy");
const CHANGE = verdicts("unnfyy");

export interface Case {
  expected: ReturnType<typeof verdicts>;
  /** On a job, and a spec with its version and the draft of a form, of one number. @param bystander a person who makes no calls */
  request?: (id: number, bystander: number) => AnyRequest;
  /** By somebody who has just logged in, and may be logged out by it. */
  fresh?: boolean;
}
const job =
  (rest: AnyRequest = {}) =>
  (job_id: number) => ({ ...rest, params: { job_id } });
/** The drafts of forms have these ids, far from those that the platform gives meanwhile. */
export const toDraftId = (id: number): number => 1_000_000 + id;
const jobDraft =
  (rest: AnyRequest = {}) =>
  (id: number) => ({ ...rest, params: { draft_id: toDraftId(id) } });
const simulation = (job_id: number) => ({ params: { job_id, simulation_id: 1 } });
const row = { data_set: "training", row_index: 0 };
const set = { data_set: "training" };
const NO_EXPORT = "0123456789abcdef";

export const POLICY_CASES: Record<RouteName, Case> = {
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
    request: (_, bystander) => ({ params: { user_id: bystander }, body: { hide_specs: true } }),
  },
  getPerson: { expected: ADMIN, request: (_, bystander) => ({ params: { user_id: bystander } }) },
  resetPassword: {
    expected: ADMIN,
    request: (_, bystander) => ({ params: { user_id: bystander }, body: { credential: "link" } }),
  },
  deleteUser: {
    expected: ADMIN,
    request: () => ({ params: { user_id: 99_999 }, body: { new_owner_id: null } }),
  },
  getPlatform: { expected: ADMIN },
  drainProcess: {
    expected: ADMIN,
    request: () => ({ params: { process_id: "0123456789ab" }, body: { drain: false } }),
  },
  setMaintenance: { expected: ADMIN, request: () => ({ body: { text: "" } }) },
  updateProfile: { expected: FULL, request: () => ({ body: { name: "Renamed" } }) },
  listSessions: { expected: FULL },
  endOwnSession: { expected: FULL, request: () => ({ params: { session_id: "0123456789abcdef" } }) },
  endOtherSessions: { expected: FULL },
  readPasswordLink: { expected: ANYONE, request: () => ({ body: { token: "none" } }) },
  choosePassword: { expected: ANYONE, request: () => ({ body: { token: "none", password: PASSWORD } }) },
  listShares: { expected: CHANGE, request: job() },
  setShare: {
    expected: CHANGE,
    request: (job_id, bystander) => ({ params: { job_id, user_id: bystander }, body: { shared: true } }),
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
  getJobServers: { expected: LOOK, request: job() },
  addJobServer: { expected: CHANGE, request: job({ body: { id: 1, concurrent_simulations: 1 } }) },
  getTrainingProgress: { expected: LOOK, request: job() },
  getJobConfig: { expected: VIEW, request: job() },
  updateJobConfig: { expected: CHANGE, request: job({ body: { inputs: [] } }) },
  getFocusRegions: { expected: LOOK, request: job() },
  updateFocusRegions: { expected: CHANGE, request: job({ body: { regions: [] } }) },
  predict: { expected: VIEW, request: job({ body: {} }) },
  predictVariations: { expected: VIEW, request: job({ body: { variations: [] } }) },
  maximiseDesirability: { expected: VIEW, request: job({ body: { goals: {}, search: {} } }) },
  getScalarRows: { expected: VIEW, request: (job_id) => ({ params: { job_id, ...set } }) },
  getEmulatorReport: { expected: VIEW, request: job() },
  getOutputPoints: { expected: VIEW, request: job({ query: { output: "gain" } }) },
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
  getRowMisfits: { expected: VIEW, request: (job_id) => ({ params: { job_id, ...set } }) },
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
  getJobPoints: { expected: VIEW, request: job() },
  saveJobPoint: { expected: LOOK, request: job({ body: { name: "nominal", values: {} } }) },
  updateJobPoint: {
    expected: LOOK,
    request: (job_id) => ({ params: { job_id, point_id: "1" }, body: { name: "worst case" } }),
  },
  deleteJobPoint: { expected: LOOK, request: (job_id) => ({ params: { job_id, point_id: "1" } }) },
  // Restricted users whom no admin has allowed it know of no comments.
  listComments: { expected: LOOK, request: job() },
  createComment: { expected: LOOK, request: job({ body: { text: "Why?", key: "policy-table" } }) },
  updateComment: {
    expected: LOOK,
    request: (job_id) => ({ params: { job_id, comment_id: 1 }, body: { text: "Why not?", revision: 1 } }),
  },
  updateCommentThread: {
    expected: LOOK,
    request: (job_id) => ({ params: { job_id, comment_id: 1 }, body: { is_resolved: true } }),
  },
  deleteComment: { expected: LOOK, request: (job_id) => ({ params: { job_id, comment_id: 1 } }) },
  getCommentView: { expected: LOOK, request: (job_id) => ({ params: { job_id, comment_id: 1 } }) },
  listMentionable: { expected: LOOK, request: job() },
  computeYield: { expected: FULL, request: (id) => ({ params: { job_id: id }, body: {} }) },
  previewScore: {
    expected: FULL,
    request: (id) => ({
      params: { spec_version_id: id },
      body: { objective: "Optimization", score_function: null, emulator_job_id: id },
    }),
  },
  createJobDraft: {
    expected: FULL,
    request: (id) => ({ body: { spec_version_id: id, search: "", fields: {} } }),
  },
  listJobDrafts: { expected: FULL },
  getJobDraft: { expected: FULL, request: jobDraft() },
  updateJobDraft: { expected: FULL, request: jobDraft({ body: { fields: { name: "New" } } }) },
  deleteJobDraft: { expected: CHANGE, request: jobDraft() },
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
  findExistingSimulations: { expected: LOOK, request: job({ query: { ids: [1] } }) },
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
  getPlatformHealth: { expected: ADMIN },
  getDiskUsage: { expected: FULL },
  getTrainingSpeed: { expected: FULL },
  listResources: { expected: FULL },
  // Nobody has this server: full users are told so.
  shareResource: {
    expected: FULL,
    request: () => ({ params: { resource_id: 9_999 }, body: { limit: 1 } }),
  },
  getWorkerClientKey: { expected: FULL },
  regenerateWorkerClientKey: { expected: FULL },
  listWorkerDownloads: { expected: FULL },
  prepareWorkerDownload: { expected: FULL, request: () => ({ body: { href: "/static/media/none.zip" } }) },
  getJobNotes: { expected: LOOK, request: job() },
  // An update of Yjs that inserts nothing.
  updateJobNotes: { expected: CHANGE, request: job({ body: { update: "AAA=" } }) },
  appendToJobNotes: { expected: CHANGE, request: job({ body: { text: "A line", key: "policy-table" } }) },
  updateJobTags: { expected: CHANGE, request: job({ body: { tags: [{ name: "rf" }] } }) },
};
