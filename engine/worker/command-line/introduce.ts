import { availableParallelism } from "node:os";
import { type Hello, WORKER_PROTOCOL } from "@understudy/shared/worker/worker-protocol.ts";
import type { WorkerOptions } from "./options.ts";
import { CLIENT_VERSION } from "./version.ts";

/**
 * The part of a hello that does not change while the client runs.
 * @param earlierInstances starts of the client that have ended, the last one first
 */
export const introduce = (
  options: WorkerOptions,
  instance: string,
  earlierInstances: readonly string[],
): Omit<Hello, "running" | "trainings"> => ({
  type: "hello",
  protocol: WORKER_PROTOCOL,
  client_version: CLIENT_VERSION,
  instance,
  earlier_instances: [...earlierInstances],
  name: options.name,
  role: options.role,
  cores: availableParallelism(),
  allowed: options.concurrency,
  platform: `${process.platform}-${process.arch}`,
  only: options.only === null ? null : [...options.only],
});
