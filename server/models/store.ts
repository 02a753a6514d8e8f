import { randomBytes } from "node:crypto";
import mongoose, { type Connection } from "mongoose";
import { z } from "zod";
import { auditIndexes, auditRecord } from "./audit-entry.ts";
import { Collection, isUnanswered, type Moment } from "./collection.ts";
import { commentIndexes, commentRecord } from "./comment.ts";
import { counterRecord, queueTimeRecord, settingsRecord } from "./counter.ts";
import { DATA_VERSION } from "./data-version.ts";
import { emulatorExportIndexes, emulatorExportRecord } from "./emulator-export.ts";
import { jobIndexes, jobRecord } from "./job.ts";
import { jobDraftIndexes, jobDraftRecord } from "./job-draft.ts";
import { jobFilterIndexes, jobFilterRecord, tagIndexes, tagRecord } from "./job-labels.ts";
import { optimizationRecord, outOfSpecRecord, samplingRecord } from "./job-results.ts";
import { machineIndexes, machineRecord, processRoleRecord } from "./machine.ts";
import { notesRecord } from "./notes.ts";
import { notificationIndexes, notificationRecord, notificationSettingsRecord } from "./notification.ts";
import { demoServerRecord, resourceIndexes, resourceRecord, workerKeyRecord } from "./resource.ts";
import { simulationCurvesRecord, simulationIndexes, simulationRecord } from "./simulation.ts";
import { specIndexes, specRecord, specVersionIndexes, specVersionRecord } from "./spec.ts";
import { curveChunkRecord, curveIndexes } from "./training-curve.ts";
import { uploadIndexes, uploadRecord } from "./upload.ts";
import {
  apiTokenIndexes,
  apiTokenRecord,
  passwordLinkIndexes,
  passwordLinkRecord,
  sessionIndexes,
  sessionRecord,
  userIndexes,
  userRecord,
} from "./user.ts";

/** The part of MongoDB's answer to `hello` that tells its time. */
const serverTime = z.object({ localTime: z.date() });

/** At the first start MongoDB may still be electing a primary (it runs emulated on some machines). */
const CONNECT_MS = 30_000;

/**
 * The deadlines of a process that answers people's requests. A server that stands still is found by its missing heartbeat after
 * 4 to 6 s; what waits for it is sent once more, and fails 3 s later: within 10 s in all. An operation that takes long while the
 * server answers heartbeats goes on. Smaller values take a busy machine for one that stands still.
 */
export const REQUEST_DEADLINES = {
  heartbeatFrequencyMS: 2_000,
  connectTimeoutMS: 4_000,
  serverSelectionTimeoutMS: 3_000,
};
/** Nobody waits for background work, which had better wait for an election than fail. */
const BACKGROUND_DEADLINES = { serverSelectionTimeoutMS: CONNECT_MS };
export type StoreDeadlines = Partial<typeof REQUEST_DEADLINES>;

/** Everything that is kept in MongoDB. The only folder that knows mongoose is this one. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** @throws when MongoDB cannot be reached within half a minute. */
export async function openStore(mongodbUrl: string, deadlines: StoreDeadlines = BACKGROUND_DEADLINES) {
  const connection = await connect(mongodbUrl, deadlines);
  const answering = watchAnswering(connection);
  const collections = {
    users: new Collection(connection, "users", userRecord, userIndexes),
    sessions: new Collection(connection, "sessions", sessionRecord, sessionIndexes),
    passwordLinks: new Collection(connection, "password_links", passwordLinkRecord, passwordLinkIndexes),
    apiTokens: new Collection(connection, "api_tokens", apiTokenRecord, apiTokenIndexes),
    jobs: new Collection(connection, "jobs", jobRecord, jobIndexes),
    comments: new Collection(connection, "comments", commentRecord, commentIndexes),
    notes: new Collection(connection, "notes", notesRecord),
    jobDrafts: new Collection(connection, "job_drafts", jobDraftRecord, jobDraftIndexes),
    jobFilters: new Collection(connection, "job_filters", jobFilterRecord, jobFilterIndexes),
    notifications: new Collection(connection, "notifications", notificationRecord, notificationIndexes),
    notificationSettings: new Collection(connection, "notification_settings", notificationSettingsRecord),
    uploads: new Collection(connection, "uploads", uploadRecord, uploadIndexes),
    tags: new Collection(connection, "tags", tagRecord, tagIndexes),
    specs: new Collection(connection, "specs", specRecord, specIndexes),
    specVersions: new Collection(connection, "spec_versions", specVersionRecord, specVersionIndexes),
    curves: new Collection(connection, "training_curves", curveChunkRecord, curveIndexes),
    simulations: new Collection(connection, "simulations", simulationRecord, simulationIndexes),
    simulationCurves: new Collection(connection, "simulation_curves", simulationCurvesRecord),
    optimizations: new Collection(connection, "optimizations", optimizationRecord),
    samplings: new Collection(connection, "samplings", samplingRecord),
    outOfSpecs: new Collection(connection, "out_of_specs", outOfSpecRecord),
    emulatorExports: new Collection(
      connection,
      "emulator_exports",
      emulatorExportRecord,
      emulatorExportIndexes,
    ),
    resources: new Collection(connection, "resources", resourceRecord, resourceIndexes),
    demoServers: new Collection(connection, "demo_servers", demoServerRecord),
    audit: new Collection(connection, "audit", auditRecord, auditIndexes),
    workerKeys: new Collection(connection, "worker_keys", workerKeyRecord),
    machines: new Collection(connection, "machines", machineRecord, machineIndexes),
    queueTimes: new Collection(connection, "queue_times", queueTimeRecord),
    processRoles: new Collection(connection, "process_roles", processRoleRecord),
  };
  const counters = new Collection(connection, "counters", counterRecord);
  const settings = new Collection(connection, "settings", settingsRecord);
  await Promise.all(Object.values(collections).map((collection) => collection.prepare()));
  const { installation_id } = await settings.upsert(
    { _id: "installation" },
    { installation_id: randomBytes(6).toString("hex"), data_version: DATA_VERSION },
    {},
  );
  return {
    ...collections,
    /** One record, which is there from the first start on. */
    settings,
    /** The same in every process of this installation, and in no other. */
    installationId: installation_id,
    /** The next short id: 1, 2, 3, ... in every process, or the first of the next `count`. An id is never given twice. */
    nextId: async (
      kind:
        | "users"
        | "audit"
        | "api_tokens"
        | "jobs"
        | "job_drafts"
        | "comments"
        | "specs"
        | "spec_versions"
        | "resources"
        | "simulations",
      count = 1,
    ): Promise<number> =>
      (await counters.upsert({ _id: kind }, {}, { $inc: { value: count } })).value - count + 1,
    /** The time by the database's clock: the same for every process, whatever its own clock says. */
    readTime: async (): Promise<Date> =>
      serverTime.parse(await connection.db?.command({ hello: 1 })).localTime,
    /** False while the database misses its heartbeats. */
    isAnswering: () => answering.current,
    /** @param listener is called whenever the database stops answering or answers again */
    onAnswering: (listener: (isAnswering: boolean) => void): void => void answering.listeners.add(listener),
    /** To be ended by its caller. */
    moment: (): Promise<Moment> => connection.startSession({ snapshot: true }),
    close: () => connection.close(),
  };
}

async function connect(mongodbUrl: string, deadlines: StoreDeadlines): Promise<Connection> {
  const deadline = Date.now() + CONNECT_MS;
  for (;;) {
    // Without `bufferCommands` an operation fails by the deadlines above instead of waiting in mongoose.
    const connection = mongoose.createConnection(mongodbUrl, { ...deadlines, bufferCommands: false });
    try {
      return await connection.asPromise();
    } catch (error) {
      await connection.destroy();
      if (!isUnanswered(error) || Date.now() > deadline) throw error;
    }
  }
}

/** Servers of these types take writes. One whose heartbeat fails has the type Unknown. */
const WRITABLE_SERVERS = new Set(["RSPrimary", "Mongos", "Standalone", "LoadBalancer"]);

function watchAnswering(connection: Connection) {
  const answering = { current: true, listeners: new Set<(isAnswering: boolean) => void>() };
  const change = (isAnswering: boolean) => {
    if (answering.current === isAnswering) return;
    answering.current = isAnswering;
    for (const listener of answering.listeners) listener(isAnswering);
  };
  connection.getClient().on("topologyDescriptionChanged", ({ newDescription: { servers } }) => {
    change([...servers.values()].some(({ type }) => WRITABLE_SERVERS.has(type)));
  });
  return answering;
}
