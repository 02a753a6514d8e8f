/** Trainings that are offered to servers which a test speaks for: a platform with its people, and what such servers do. */
import { createHash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { TrainingAttempt } from "@understudy/shared/worker/worker-training.ts";
import { FILE_CHUNK_BYTES } from "@understudy/shared/worker-parts.ts";
import { eventually } from "../../harness.ts";
import { temporaryFolder } from "../cleanup.ts";
import { startSpeakingServers } from "./speaking-servers.ts";
import type { ConnectedWorker } from "./spoken-worker.ts";
import { runOrder, storeReadJob } from "./trainings.ts";

export const only = ({ job, attempt }: TrainingAttempt): TrainingAttempt => ({ job, attempt });
export const params = ({ _id }: Pick<JobRecord, "_id">) => ({ params: { job_id: _id } });
export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
/** Makes training points of both curves. */
export const points = (from: number, values: number[]) => ({
  from,
  coefficient_of_determination: values,
  loss: values.map((value) => 1 - value),
});

export async function offered(worker: ConnectedWorker, job: number, attempt: number) {
  const trainingOffer = await eventually(`attempt ${attempt}`, () =>
    worker.of("training-offer").find((offer) => offer.job === job && offer.attempt === attempt),
  );
  if (trainingOffer === undefined) throw new Error("no offer");
  return trainingOffer;
}

let uploads = 0;
export const nextUpload = (): number => ++uploads;
/** Sends a file as a client does. @returns what was said of its end */
export async function send(
  worker: ConnectedWorker,
  attempt: TrainingAttempt,
  kind: "checkpoint" | "emulator",
  bytes: Buffer,
  sum = sha256(bytes),
) {
  const upload = nextUpload();
  for (let offset = 0; offset === 0 || offset < bytes.length; offset += FILE_CHUNK_BYTES) {
    const part = bytes.subarray(offset, offset + FILE_CHUNK_BYTES);
    const last = offset + part.length < bytes.length ? null : { size: bytes.length, sha256: sum };
    const before = worker.of("training-kept").length;
    worker.say({ type: "training-file", ...only(attempt), upload, kind, offset, bytes: part, last });
    await eventually("an answer", () => worker.of("training-kept").length > before);
  }
  return { upload, refusal: worker.of("training-kept").at(-1)?.refusal };
}

/** The jobs are Ada's, as the servers are. */
export async function startOfferedTrainings() {
  const servers = await startSpeakingServers({ role: "Training", trainings: [] });
  const { platform, ada } = servers;
  const { store, storage } = platform;

  const readJob = async (id: number): Promise<JobRecord> => {
    const job = await store.jobs.findOne({ _id: id });
    if (job === null) throw new Error(`There is no job ${id}.`);
    return job;
  };
  const becomes = (id: number, status: JobRecord["status"]) =>
    eventually(`it is ${status}`, async () => (await readJob(id)).status === status);
  let usual: Promise<Buffer> | null = null;
  /** An emulator that was trained on the data of that job, by the very code that trains on the platform. */
  const trainedOn = async ({ _id, config }: JobRecord): Promise<Buffer> => {
    const workDir = temporaryFolder("trained");
    cpSync(join(storage.workDir(_id), "data"), join(workDir, "data"), { recursive: true });
    const work = { workDir, config, options: { ...config.training, effort: "quick" as const } };
    const fresh = { focusRegions: [], more: false, publishesProvisional: false, trainingPointCount: 0 };
    const messages = await runOrder(
      { type: "train", jobId: _id, work: { ...work, ...fresh } },
      (message, child) => {
        if (message.type === "point") child.send({ type: "stop" });
      },
    );
    const last = messages.at(-1);
    if (last?.type !== "trained") throw new Error(`It was not trained: ${JSON.stringify(last)}`);
    return readFileSync(join(workDir, last.emulator.file));
  };
  return {
    ...servers,
    jobOf: readJob,
    becomes,
    trainedOn,
    /** A job of Ada's that is started on that server; the spoken server has been offered it. */
    begin: async (worker: ConnectedWorker) => {
      const job = await storeReadJob(platform, ada);
      const body = { train_on: "server" as const, resource_id: worker.id };
      await ada.call("startTraining", { ...params(job), body });
      return { job, offer: await offered(worker, job._id, 1) };
    },
    accept: (worker: ConnectedWorker, attempt: TrainingAttempt) => {
      worker.say({ type: "training-accept", ...only(attempt) });
      return becomes(attempt.job, "Training");
    },
    /** An emulator of the usual data. */
    emulatorOf: (job: JobRecord): Promise<Buffer> => {
      usual ??= trainedOn(job);
      return usual;
    },
  };
}
