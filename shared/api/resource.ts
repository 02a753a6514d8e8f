import { z } from "zod";
import { JOB_CREATION } from "../limits.ts";
import { onlySpecs, resourceRole } from "../worker-parts.ts";
import { integerText } from "./codec.ts";
import { route } from "./route.ts";

/** A connected server of the person who asks, or one that its owner shares. */
export const resource = z.object({
  id: z.int(),
  name: z.string(),
  role: resourceRole.describe("What the server may be chosen for."),
  status: z.literal("Online"),
  cores: z.int().describe("The number of its processor cores."),
  running: z.int().describe("Simulations that it runs now."),
  allowed: z.int().describe("The number of simulations that it may run at a time."),
  client_version: z.string().describe("The version of its worker client."),
  platform: z.string().describe("The platform in the form `linux-x64`."),
  only: onlySpecs.describe("The only spec, or kind of specs, that it runs; null: all."),
  queue: z
    .object({
      scheduler: z.string().describe("The name of the scheduler."),
      pending: z.int().describe("Simulations that wait in the scheduler's queue."),
      held: z.int().describe("Simulations that the scheduler holds."),
      running: z.int().describe("Simulations that run on the cluster."),
      reasons: z.array(z.string()).describe("The most common reasons for waiting, in the scheduler's words."),
    })
    .nullable()
    .describe(
      "Its simulations in the scheduler of a cluster, by the words of that scheduler; null: it runs them itself.",
    ),
  machine: z
    .object({ job_id: z.int() })
    .nullable()
    .describe(
      "It was created for the training of this job and is deleted after it; null: it is a server of its owner's.",
    ),
  last_seen: z.string().describe("The time of its last sign of life."),
  held_back: z.string().nullable().describe("The reason why it gets no more work; null: it does."),
  is_own: z.boolean().describe("False: another person shares it."),
  sharing: z
    .object({
      limit: z
        .int()
        .describe("The number of simulations of other people that it may run at a time, in total."),
      owner_name: z.string(),
    })
    .nullable()
    .describe("Its owner lets others run simulations on it, `limit` at a time; null: nobody else."),
});
export type Resource = z.infer<typeof resource>;

/** A server of the person who asks that was connected within the last month and is not now. */
export const offlineResource = resource
  .pick({ id: true, name: true, role: true, last_seen: true })
  .extend({ status: z.literal("Offline") });
export type OfflineResource = z.infer<typeof offlineResource>;

/** An archive that can be downloaded, at once or once it is built. */
export const workerDownload = z.object({
  kind: z.enum(["worker", "python"]).describe("A worker client, or the user client for Python."),
  name: z.string(),
  detail: z.string().describe("A sentence that names the machines it is for."),
  href: z.string(),
  size_bytes: z.int().nullable().describe("The size; null: it is built when somebody first asks for it."),
  step: z.string().nullable().describe("The current step of its build; null: it is not being built."),
});

export type WorkerDownload = z.infer<typeof workerDownload>;

const clientKey = z.object({
  client_key: z.string().describe("The secret with which the caller's worker clients sign in."),
});

export const resourceRoutes = {
  listResources: route({
    method: "GET",
    path: "/resources",
    summary: "One's own connected servers, and those that others share",
    audience: "full-user",
    response: z.object({
      items: z.array(resource).describe("Servers that are connected."),
      offline: z
        .array(offlineResource)
        .describe("The caller's own servers that were connected within the last month."),
    }),
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
        .nullable()
        .describe(
          "The number of simulations of other people that it may run at a time, in total; null: it is not shared.",
        ),
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
    body: z.object({ href: z.string().max(200).describe("The `href` of the download to build.") }),
    response: workerDownload,
  }),
} as const;
