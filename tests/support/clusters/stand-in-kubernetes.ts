/**
 * Stands in for the HTTP interface of Kubernetes, as its reference describes `batch/v1` Jobs and `v1` Pods: create, list in
 * pages, delete, and the answers 403, 404, 409, 410 and 429. Its pods are real processes of this machine.
 */
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import type { TaskEnd } from "@understudy/engine/worker/clusters/scheduler.ts";
import { z } from "zod";
import { freePort } from "../../../server/boot/store-process.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { StandInCluster, type StandInTask } from "./stand-in-cluster.ts";

const WORDS = {
  pending: "Pending",
  running: "Running",
  done: "Succeeded",
  failed: "Failed",
  cancelled: "Deleted",
  full: "0/1 nodes are available: 1 Insufficient cpu.",
} as const;

const jobBody = z.object({
  metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()) }),
  spec: z.looseObject({
    completions: z.number(),
    completionMode: z.literal("Indexed"),
    template: z.object({
      spec: z.looseObject({
        containers: z.tuple([
          z.looseObject({
            image: z.string(),
            command: z.array(z.string()),
            workingDir: z.string(),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
          }),
        ]),
      }),
    }),
  }),
});
type JobBody = z.infer<typeof jobBody>;

const terminated = (reason: string, exitCode: number) => ({
  containerStatuses: [{ name: "task", state: { terminated: { reason, exitCode } } }],
});
const disrupted = (reason: string, message: string) => ({
  conditions: [{ type: "DisruptionTarget", status: "True", reason, message }],
});
/** The status of a pod in phase Failed. */
const STATUS_BY_END: Readonly<Record<Exclude<TaskEnd, "cancelled">, object>> = {
  ended: terminated("Error", 1),
  preempted: disrupted("PreemptionByScheduler", "default-scheduler: preempting to accommodate a higher priority pod"),
  "node lost": { reason: "Evicted", message: "The node was low on resource: memory." },
  "out of time": {
    reason: "DeadlineExceeded",
    message: "Pod was active on the node longer than the specified deadline",
  },
  "out of memory": terminated("OOMKilled", 137),
};

type Status = { readonly code: number; readonly reason: string; readonly message: string };

const configuration = (server: string) => ({
  apiVersion: "v1",
  kind: "Config",
  clusters: [{ name: "test", cluster: { server, "insecure-skip-tls-verify": true } }],
  users: [{ name: "ada", user: { token: "a-token" } }],
  contexts: [{ name: "test", context: { cluster: "test", user: "ada", namespace: "physics" } }],
  "current-context": "test",
});

export async function startStandInKubernetes(): Promise<StandInKubernetes> {
  const cluster = new StandInKubernetes(join(temporaryFolder("kubernetes"), "config.json"));
  await cluster.listen();
  return cluster;
}

export class StandInKubernetes extends StandInCluster {
  readonly env: Readonly<Record<string, string>>;
  /** Objects in one answer at most. */
  pageSize = 2;
  /** So many continuations of lists have expired. */
  expiredPages = 0;
  /** So many requests are too many. */
  busyAnswers = 0;
  readonly requests: string[] = [];
  readonly #jobs = new Map<number, JobBody>();
  readonly #server = createServer((incoming, response) => void this.#handle(incoming, response));
  readonly #configurationFile: string;

  constructor(configurationFile: string) {
    super(WORDS);
    this.#configurationFile = configurationFile;
    this.env = { KUBECONFIG: configurationFile };
    atEnd("a stand-in for Kubernetes", () => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
  }

  async listen(): Promise<void> {
    const port = await freePort();
    writeFileSync(this.#configurationFile, JSON.stringify(configuration(`http://127.0.0.1:${port}`)));
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
  }

  readonly command = (): Promise<string> => Promise.reject(new Error("Kubernetes is used without commands."));

  endAs(task: StandInTask, end: TaskEnd): void {
    if (end === "cancelled") this.cancel(task);
    else this.end(task, WORDS.failed, JSON.stringify(STATUS_BY_END[end]));
  }

  hold(task: StandInTask): void {
    task.state = "Held";
  }

  protected canStart(): boolean {
    return true;
  }

  #handle(incoming: IncomingMessage, response: ServerResponse): void {
    if (this.isDown) return void incoming.socket.destroy();
    void this.#answer(incoming, response).catch((error: unknown) => {
      fail(response, { code: 500, reason: "InternalError", message: String(error) });
    });
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? "", "http://localhost");
    this.requests.push(`${incoming.method} ${pathname}`);
    const message = "Unauthorized";
    if (incoming.headers.authorization !== "Bearer a-token")
      return fail(response, { code: 401, reason: message, message });
    if (this.busyAnswers > 0) {
      this.busyAnswers--;
      response.setHeader("Retry-After", "1");
      const text = "Too many requests, please try again later.";
      return fail(response, { code: 429, reason: "TooManyRequests", message: text });
    }
    const [, kind = "", name] =
      /^\/(?:apis\/batch\/v1|api\/v1)\/namespaces\/physics\/(jobs|pods)(?:\/([\w.-]+))?$/.exec(pathname) ?? [];
    if (incoming.method === "POST") return this.#create(jobBody.parse(await json(incoming)), incoming, response);
    if (incoming.method === "DELETE") return this.#delete(kind, name ?? "", response);
    this.#list(kind, searchParams, response);
  }

  #create(body: JobBody, incoming: IncomingMessage, response: ServerResponse): void {
    const { name } = body.metadata;
    if (this.refusal !== null)
      return fail(response, { code: 403, reason: "Forbidden", message: this.refusal });
    if ([...this.#jobs.values()].some(({ metadata }) => metadata.name === name))
      return fail(response, { code: 409, reason: "AlreadyExists", message: `jobs.batch "${name}" already exists` });
    this.submissions.push([JSON.stringify(body)]);
    const [{ command, workingDir, env }] = body.spec.template.spec.containers;
    const [program = "", ...programArgs] = command;
    const job = this.submit({
      ...{ name, firstTask: 0, lastTask: body.spec.completions - 1, program, programArgs, cwd: workingDir },
      env: (_id, task) => ({
        PATH: process.env.PATH ?? "",
        ...Object.fromEntries(env.map((variable) => [variable.name, variable.value])),
        JOB_COMPLETION_INDEX: String(task),
      }),
    });
    this.#jobs.set(job, body);
    if (this.lostAnswers > 0) {
      this.lostAnswers--;
      return void incoming.socket.destroy();
    }
    send(response, 201, this.#describeJob(job, body));
  }

  #delete(kind: string, name: string, response: ServerResponse): void {
    const missing = { code: 404, reason: "NotFound", message: `${kind} "${name}" not found` };
    if (kind === "jobs") {
      const [job] = [...this.#jobs].find(([, { metadata }]) => metadata.name === name) ?? [];
      if (job === undefined) return fail(response, missing);
      for (const task of this.tasks) if (task.job === job) this.#remove(task);
      this.#jobs.delete(job);
    } else {
      const task = this.tasks.find((each) => podName(each) === name && !each.isPurged);
      if (task === undefined) return fail(response, missing);
      this.#remove(task);
    }
    send(response, 200, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" });
  }

  #remove(task: StandInTask): void {
    task.isPurged = true;
    if (task.state === WORDS.done || task.state === WORDS.failed) return;
    this.cancel(task);
  }

  #list(kind: string, query: URLSearchParams, response: ServerResponse): void {
    const [key = "", value] = (query.get("labelSelector") ?? "").split("=");
    const objects =
      kind === "jobs"
        ? [...this.#jobs].map(([job, body]) => this.#describeJob(job, body))
        : this.tasks.flatMap((task) => this.#describePod(task));
    const selected = objects.filter(({ metadata: { labels } }) => labels[key] === value);
    const start = Number(query.get("continue") ?? 0);
    if (start > 0 && this.expiredPages > 0) {
      this.expiredPages--;
      const message = "The provided continue parameter is too old to display a consistent list result.";
      return fail(response, { code: 410, reason: "Expired", message });
    }
    const end = start + Math.min(this.pageSize, Number(query.get("limit") ?? this.pageSize));
    send(response, 200, {
      kind: kind === "jobs" ? "JobList" : "PodList",
      apiVersion: kind === "jobs" ? "batch/v1" : "v1",
      metadata: { resourceVersion: "1", ...(end < selected.length ? { continue: String(end) } : {}) },
      items: selected.slice(start, end),
    });
  }

  #describeJob(job: number, { metadata, spec }: JobBody) {
    const tasks = this.tasks.filter((task) => task.job === job);
    const indexes = (...states: string[]) =>
      tasks
        .filter(({ state }) => states.includes(state))
        .map(({ number }) => number)
        .join(",");
    return {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata,
      spec,
      status: {
        completedIndexes: indexes(WORDS.done),
        failedIndexes: indexes(WORDS.failed, WORDS.cancelled),
      },
    };
  }

  /** None where it was removed. */
  #describePod(task: StandInTask) {
    const { job, number, state, isPurged } = task;
    const body = this.#jobs.get(job);
    if (isPurged || state === WORDS.cancelled || body === undefined) return [];
    const labels: Record<string, string> = {
      ...body.metadata.labels,
      "job-name": body.metadata.name,
      "batch.kubernetes.io/job-completion-index": String(number),
    };
    return [
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: podName(task), labels, creationTimestamp: "2026-11-28T02:00:00Z" },
        status: describeStatus(task),
      },
    ];
  }
}

const podName = ({ name, number }: StandInTask): string => `${name}-${number}-x7k2p`;

function describeStatus({ state, reason }: StandInTask): object {
  if (state === WORDS.failed)
    return { phase: "Failed", ...JSON.parse(reason || JSON.stringify(STATUS_BY_END.ended)) };
  if (state === "Held") {
    const waiting = { reason: "ImagePullBackOff", message: 'Back-off pulling image "debian:12"' };
    return { phase: "Pending", containerStatuses: [{ name: "task", state: { waiting } }] };
  }
  if (state !== WORDS.pending) return { phase: state };
  return {
    phase: "Pending",
    conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message: WORDS.full }],
  };
}

function send(response: ServerResponse, code: number, body: object): void {
  response.writeHead(code, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

function fail(response: ServerResponse, { code, reason, message }: Status): void {
  send(response, code, { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message });
}
