import { z } from "zod";
import { JOB_CREATION } from "../limits.ts";
import { onlySpecs, resourceRole } from "../worker-parts.ts";
import { integerText } from "./codec.ts";
import { route } from "./route.ts";

/** A connected server of the person who asks, or one that its owner shares. */
export const resource = z.object({
  id: z.int(),
  name: z.string(),
  role: resourceRole,
  status: z.literal("Online"),
  cores: z.int(),
  /** Simulations that it runs now, and those it may run at a time. */
  running: z.int(),
  allowed: z.int(),
  client_version: z.string(),
  /** The platform in the form `linux-x64`. */
  platform: z.string(),
  only: onlySpecs,
  /** Its simulations in the scheduler of a cluster, by the words of that scheduler; null: it runs them itself. */
  queue: z
    .object({
      scheduler: z.string(),
      pending: z.int(),
      held: z.int(),
      running: z.int(),
      reasons: z.array(z.string()),
    })
    .nullable(),
  /** It was created for the training of this job and is deleted after it; null: it is a server of its owner's. */
  machine: z.object({ job_id: z.int() }).nullable(),
  last_seen: z.string(),
  /** The reason why it gets no more work; null: it does. */
  held_back: z.string().nullable(),
  is_own: z.boolean(),
  /** Its owner lets others run simulations on it, `limit` at a time; null: nobody else. */
  sharing: z.object({ limit: z.int(), owner_name: z.string() }).nullable(),
});
export type Resource = z.infer<typeof resource>;

/** A server of the person who asks that was connected within the last month and is not now. */
export const offlineResource = resource
  .pick({ id: true, name: true, role: true, last_seen: true })
  .extend({ status: z.literal("Offline") });
export type OfflineResource = z.infer<typeof offlineResource>;

/** An archive that can be downloaded, at once or once it is built. */
export const workerDownload = z.object({
  /** A worker client, or the user client for Python. */
  kind: z.enum(["worker", "python"]),
  name: z.string(),
  /** A sentence that names the machines it is for. */
  detail: z.string(),
  href: z.string(),
  /** The size; null: it is built when somebody first asks for it. */
  size_bytes: z.int().nullable(),
  /** The current step of its build; null: it is not being built. */
  step: z.string().nullable(),
});

export type WorkerDownload = z.infer<typeof workerDownload>;

const clientKey = z.object({ client_key: z.string() });

export const resourceRoutes = {
  listResources: route({
    method: "GET",
    path: "/resources",
    summary: "One's own connected servers, and those that others share",
    audience: "full-user",
    response: z.object({ items: z.array(resource), offline: z.array(offlineResource) }),
  }),
  shareResource: route({
    method: "PUT",
    path: "/resources/{resource_id}/sharing",
    summary: "Let every full user run simulations on a connected server of one's own, or end that",
    audience: "full-user",
    params: z.object({ resource_id: integerText }),
    /** The number of other people's simulations that it may run at a time; null: none. */
    body: z.object({
      limit: z
        .int()
        .min(JOB_CREATION.concurrentSimulations.min)
        .max(JOB_CREATION.concurrentSimulations.max)
        .nullable(),
    }),
    response: resource,
  }),
  getWorkerClientKey: route({
    method: "GET",
    path: "/worker-client-key",
    summary: "The key by which one's servers sign in",
    audience: "full-user",
    needsSession: true,
    response: clientKey,
  }),
  regenerateWorkerClientKey: route({
    method: "POST",
    path: "/worker-client-key:regenerate",
    summary: "Create a new key; servers signed in with the old one are cut off at once",
    audience: "full-user",
    needsSession: true,
    response: clientKey,
  }),
  listWorkerDownloads: route({
    method: "GET",
    path: "/worker-downloads",
    summary: "The worker clients and the Python client that can be downloaded",
    audience: "full-user",
    response: z.object({ items: z.array(workerDownload) }),
  }),
  prepareWorkerDownload: route({
    method: "POST",
    path: "/worker-downloads:prepare",
    summary: "Have one built that is not yet; ask again until it has a size",
    audience: "full-user",
    body: z.object({ href: z.string().max(200) }),
    response: workerDownload,
  }),
} as const;
