/** The platform as its operators see it: processes, queues, servers, machines and disk, and what they do about them. */
import { z } from "zod";
import { MAINTENANCE_TEXT_MAX } from "../limits.ts";
import { noContent, route } from "./route.ts";

/** The notice of maintenance on everybody's pages. Its text is plain: it is never read as HTML. */
export const maintenanceBanner = z.object({
  text: z.string(),
  time: z.iso
    .datetime()
    .describe("The time at which an admin wrote it. A person who closed it sees it again when it is newer."),
});
export type MaintenanceBanner = z.infer<typeof maintenanceBanner>;

const platformProcess = z.object({
  id: z.string().describe("A name that the process made up at its start."),
  kind: z.enum(["web", "runner"]),
  host: z.string().describe("The name of its machine."),
  pid: z.int().describe("Its process id on its machine."),
  version: z.string().describe("The version of Understudy that it runs."),
  start_time: z.iso.datetime().describe("The time at which it started."),
  state: z
    .enum(["running", "draining", "drained"])
    .describe("`draining`: it takes no more work and finishes what it has. `drained`: it has finished."),
  work_count: z.int().describe("Jobs that a runner works on, or exports that a web process makes."),
  load: z.number().describe("The load average of its machine over the last minute."),
  cores: z.int().describe("The number of processors of its machine."),
  memory_bytes: z.number().describe("The memory of the process, without that of its child processes."),
  free_memory_bytes: z.number().describe("The memory of its machine that is free."),
  total_memory_bytes: z.number().describe("The memory of its machine."),
});
export type PlatformProcess = z.infer<typeof platformProcess>;

const personQueue = z.object({
  queue: z
    .enum(["data", "running", "training", "short-training", "machines"])
    .describe("The queue in which the jobs wait; `machines` are those of trainings."),
  user_id: z.int(),
  user_name: z.string().describe("The name of the person who created the jobs."),
  weight: z.number().describe("The person's share of the queues beside others."),
  waiting: z.int().describe("Their jobs that wait."),
  running: z.int().describe("Their jobs that are worked on."),
  oldest_queued_time: z.iso
    .datetime()
    .nullable()
    .describe("When the first of those that wait was queued; null: none waits."),
});
export type PersonQueue = z.infer<typeof personQueue>;

const platformServer = z.object({
  id: z.int(),
  name: z.string(),
  owner_name: z.string(),
  role: z.string().describe("What its owner lets it do: `Simulations`, `Training` or `All`."),
  cores: z.int().describe("The number of its processors."),
  running: z.int().describe("Simulations that it runs."),
  allowed: z.int().describe("Simulations that it may run at a time."),
  client_version: z.string().describe("The version of its worker client."),
  is_shared: z.boolean().describe("True: its owner lets everybody simulate on it."),
});
export type PlatformServer = z.infer<typeof platformServer>;

const platformMachine = z.object({
  id: z.int(),
  name: z.string().describe("The name by which its provider knows it."),
  label: z.string().describe("The kind of machine."),
  job_id: z.int().describe("The job for whose training it was created."),
  owner_name: z.string(),
  phase: z
    .enum(["creating", "installing", "connected", "releasing"])
    .describe("`releasing`: it is being deleted."),
  creation_time: z.iso.datetime(),
  problem: z.string().nullable().describe("Why it could not be deleted; null: nothing is wrong."),
});
export type PlatformMachine = z.infer<typeof platformMachine>;

export const platformOverview = z.object({
  processes: z.array(platformProcess).describe("Processes that report themselves, the oldest first."),
  queues: z.array(personQueue).describe("People with jobs that wait or are worked on, by queue."),
  servers: z.array(platformServer).describe("Servers that are connected now."),
  machines: z.array(platformMachine).describe("Machines that the platform has created for trainings."),
  machine_hourly_cost: z
    .string()
    .nullable()
    .describe("The cost of a machine an hour, as configured; null: not configured."),
  disk: z
    .object({
      used: z.number().describe("The space that is used, in GB."),
      total: z.number().describe("The size, in GB."),
    })
    .describe("GB, of the quota where there is one and else of the disk."),
  maintenance: maintenanceBanner.nullable().describe("The notice on everybody's pages; null: there is none."),
});
export type PlatformOverview = z.infer<typeof platformOverview>;

export const platformRoutes = {
  getPlatform: route({
    method: "GET",
    path: "/platform",
    summary: "Processes, queues by person, connected servers, machines and disk (admins)",
    audience: "admin",
    response: platformOverview,
  }),
  drainProcess: route({
    method: "POST",
    path: "/platform/processes/{process_id}/drain",
    summary: "Have a process take no more work and finish what it has, or take work again (admins)",
    audience: "admin",
    status: 204,
    params: z.object({ process_id: z.string().regex(/^[0-9a-f]{12}$/) }),
    body: z.object({
      drain: z.boolean().describe("True: it takes no more work. False: it takes work again."),
    }),
    response: noContent,
  }),
  setMaintenance: route({
    method: "PUT",
    path: "/platform/maintenance",
    summary: "Show a notice of maintenance on everybody's pages, or remove it (admins)",
    audience: "admin",
    body: z.object({
      text: z
        .string()
        .trim()
        .max(MAINTENANCE_TEXT_MAX)
        .describe("Plain text; an empty one removes the notice."),
      base: z
        .object({ text: z.string().max(MAINTENANCE_TEXT_MAX) })
        .optional()
        .describe(
          "The notice as it was read; an empty text: there was none. Where it is another by now, it stays.",
        ),
    }),
    response: z.object({
      maintenance: maintenanceBanner.nullable().describe("The notice as it is now; null: there is none."),
    }),
  }),
} as const;
