/**
 * A connected server, from its hello to its end:
 *
 * ```
 *  serving --going-away--> leaving --closed--> gone
 *     \-------------------------------closed--> gone
 * ```
 * While it is serving it is offered as much as it has slots for. Nothing is done for it unless its socket still is the one
 * that speaks for it. Its leases outlive the socket: it may come back.
 */
import { assertNever } from "@understudy/shared/assert-never.ts";
import { type Attempt, attemptKey, type Hello, type ToPlatform } from "@understudy/shared/worker-protocol.ts";
import { z } from "zod";
import { type SignedIn, signOut } from "../commands/resources/resources.ts";
import { giveBack, reconcileLeases, renewLeases, storeFailure, storeResult } from "../dispatch/dispatch.ts";
import { log } from "../log.ts";
import { createSerialQueue } from "../serial-queue.ts";
import { createBeats } from "./beats.ts";
import { createFileAccess, UnreadableError } from "./file-access.ts";
import { createKeptFiles } from "./keep-files.ts";
import { createResourceStatus } from "./resource-status.ts";
import { createSlots } from "./slots.ts";
import { startSupply } from "./supply.ts";
import { createTrainer } from "./trainer.ts";
import type { Tell, WorkersPlatform } from "./types.ts";

type Message = Exclude<ToPlatform, { type: "hello" | "check" }>;
export type WorkerConnection = Awaited<ReturnType<typeof openWorkerConnection>>;

type Line = {
  readonly tell: Tell;
  readonly close: () => void;
};

const jobOfSimulation = z.object({ _id: z.int(), job_id: z.int() });

/** Begins to serve it: compares what it runs with its leases, welcomes it, and offers it work. */
export async function openWorkerConnection(
  platform: WorkersPlatform,
  { resource, isStartedAnew }: Pick<SignedIn, "resource" | "isStartedAnew">,
  hello: Hello,
  { tell, close }: Line,
) {
  const server = { id: resource._id, name: resource.name, user_id: resource.user_id, only: resource.only };
  const slots = createSlots(() => performance.now());
  const fileAccess = createFileAccess(platform, server);
  const kept = createKeptFiles(platform);
  let isOpen = true;
  let isLeaving = false;
  /** Parts of logs are written one after the other. */
  const inTurnOfLogs = createSerialQueue();

  const end = () => {
    isOpen = false;
    status.stop();
    supply.stop();
    trainer.stop();
  };
  const status = createResourceStatus(
    platform,
    resource,
    () => slots.size + trainer.size,
    () => {
      end();
      close();
    },
  );
  const beats = createBeats((beat: Parameters<typeof renew>[0]) => renew(beat));
  const isServing = () => isOpen && !isLeaving && !status.isHeldBack();
  const trainer = createTrainer(platform, {
    server,
    tell,
    isWilling: () => isServing() && resource.role !== "Simulations" && hello.trainings !== undefined,
    onChange: () => status.loadChanged(),
    onTold: status.count,
  });
  const supply = startSupply(platform, {
    server,
    slots,
    allowed: hello.allowed,
    tell,
    isWilling: () => isServing() && resource.role !== "Training",
  });

  const release = (attempt: Attempt, wasRun = true) => {
    const jobId = slots.jobOf(attempt);
    const ms = slots.ageOf(attempt);
    if (jobId !== null) kept.forget(jobId, attempt.simulation);
    slots.free(attempt);
    status.loadChanged();
    supply.freed(wasRun ? ms : null);
  };

  /** @param unknown What the server had taken and said nothing of, at the moment in which it said so */
  const renew = async ({
    sequence,
    running,
    trainings = [],
    unknown,
  }: Said<"heartbeat"> & { unknown: Attempt[] }) => {
    await status.seen();
    if (!isOpen) return;
    const { lost } = await renewLeases(platform, server, running);
    const forgotten = unknown.filter(slots.free);
    for (const attempt of lost) slots.free(attempt);
    if (forgotten.length > 0) await giveBack(platform, server, forgotten);
    const lost_trainings = await trainer.renew(trainings);
    status.loadChanged();
    tell({ type: "renewed", sequence, lost, lost_trainings });
  };

  const handle = async (message: Message): Promise<void> => {
    switch (message.type) {
      case "heartbeat":
        return await beats.add({ ...message, unknown: slots.unknown(message.running) });
      case "accept":
        if (!slots.accept(message)) tell({ ...only(message), type: "cancel", reason: "It was taken back." });
        status.loadChanged();
        return;
      case "decline":
        supply.declined(message);
        return await giveBack(platform, server, [message]);
      case "result":
        // It has the slot free already, and may begin with the next one while this is being stored.
        release(message);
        await storeResult(platform, server, resultOf(message));
        tell({ type: "ack", ...only(message) });
        return await status.count("result");
      case "failed":
        await storeFailure(platform, server, failureOf(message));
        tell({ type: "ack", ...only(message) });
        await status.count(message.kind);
        return release(message);
      case "given-back":
        await giveBack(platform, server, [message]);
        tell({ type: "ack", ...only(message) });
        return release(message, false);
      case "log": {
        const jobId = slots.jobOf(message);
        if (jobId === null) return;
        return await inTurnOfLogs.add(() => kept.log(jobId, message));
      }
      case "keep": {
        const jobId = slots.jobOf(message);
        const { path } = message;
        const nobodys = { received: 0, refusal: "This simulation is not this server's any more." };
        const answer = jobId === null ? nobodys : await kept.keep(jobId, message);
        return tell({ type: "kept", ...only(message), path, ...answer });
      }
      case "read-spec":
      case "read-file":
        return await answerRead(message);
      case "going-away":
        isLeaving = true;
        return await supply.giveUp();
      case "training-accept":
      case "training-decline":
      case "training-points":
      case "training-file":
      case "trained":
      case "training-failed":
      case "training-given-back":
        return await trainer.handle(message);
      default:
        assertNever(message);
    }
  };

  const answerRead = async (message: Said<"read-spec" | "read-file">) => {
    const isSpec = message.type === "read-spec";
    const source = isSpec ? { kind: "spec-version" as const, id: message.spec_version } : message.source;
    try {
      if (isSpec) {
        const { manifest, files } = await fileAccess.spec(source.id);
        tell({ type: "spec", spec_version: source.id, manifest, files: [...files] });
      } else {
        const { path, offset } = message;
        tell({ type: "file-chunk", source, path, offset, ...(await fileAccess.chunk(source, path, offset)) });
      }
    } catch (error) {
      if (!(error instanceof UnreadableError))
        log.warn({ err: error, source }, "a server could not read a file");
      const reason = error instanceof UnreadableError ? error.message : "The platform could not read it.";
      tell({ type: "unreadable", source, path: isSpec ? null : message.path, reason });
    }
  };

  const { lost } = await reconcileLeases(platform, server, hello.running, isStartedAnew);
  const lostKeys = new Set(lost.map(attemptKey));
  const running = hello.running.filter((attempt) => !lostKeys.has(attemptKey(attempt)));
  const ids = running.map(({ simulation }) => simulation);
  const found = await platform.store.simulations.find({ _id: { $in: ids } }, {}, jobOfSimulation);
  const jobs = new Map(found.map(({ _id, job_id }) => [_id, job_id]));
  for (const attempt of running) {
    const jobId = jobs.get(attempt.simulation);
    if (jobId !== undefined) slots.resume(attempt, jobId);
  }
  const lost_trainings = await trainer.resume(hello.trainings ?? []);
  tell({ type: "welcome", resource_id: server.id, lost, lost_trainings });
  status.loadChanged();
  supply.more();
  trainer.check();

  return {
    resourceId: server.id,
    handle,
    /** Its job may have simulations for it, or a training. */
    wake: (): void => {
      supply.more();
      trainer.check();
    },
    /** Its job was stopped. */
    cancel: (jobId: number): void => {
      for (const attempt of slots.freeJob(jobId))
        tell({ type: "cancel", ...attempt, reason: "Its job was stopped." });
      supply.dropJob(jobId);
      status.loadChanged();
      supply.more();
      trainer.check();
    },
    closed: async (): Promise<void> => {
      end();
      await giveBack(platform, server, slots.freeOffered());
      await supply.giveUp();
      await trainer.closed();
      await signOut(platform, resource);
    },
  };
}

type Said<Type extends Message["type"]> = Extract<Message, { type: Type }>;

const resultOf = ({ simulation, attempt, outputs, running_time, log_tail }: Said<"result">) => ({
  simulation,
  attempt,
  outputs,
  running_time,
  log_tail,
});

const failureOf = ({ simulation, attempt, kind, reason, running_time, log_tail }: Said<"failed">) => ({
  simulation,
  attempt,
  kind,
  reason,
  running_time,
  log_tail,
});

/** The two fields by which an attempt is known, of whatever message tells of it. */
const only = ({ simulation, attempt }: Attempt): Attempt => ({ simulation, attempt });
