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
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { StandInCluster, type StandInTask } from "./stand-in-cluster.ts";

const STATE_WORDS = {
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
  preempted: disrupted(
    "PreemptionByScheduler",
    "default-scheduler: preempting to accommodate a higher priority pod",
  ),
  "node lost": { reason: "Evicted", message: "The node was low on resource: memory." },
  "out of time": {
    reason: "DeadlineExceeded",
    message: "Pod was active on the node longer than the specified deadline",
  },
  "out of memory": terminated("OOMKilled", 137),
};

type Reply = {
  readonly code: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Matches the kind and, for one object, its name. */
const PATH_PATTERN = /^\/(?:apis\/batch\/v1|api\/v1)\/namespaces\/physics\/(jobs|pods)(?:\/([\w.-]+))?$/;

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
  /** So many answers break off. */
  brokenAnswers = 0;
  /** So many requests are too many. */
  busyAnswers = 0;
  readonly requests: string[] = [];
  readonly #jobs = new Map<number, JobBody>();
  readonly #server = createServer((incoming, response) => this.#handle(incoming, response));
  readonly #configurationFile: string;

  constructor(configurationFile: string) {
    super(STATE_WORDS);
    this.#configurationFile = configurationFile;
    this.env = { KUBECONFIG: configurationFile };
    atEnd("a stand-in for Kubernetes", () => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("It has no port.");
    writeFileSync(this.#configurationFile, JSON.stringify(configuration(`http://127.0.0.1:${address.port}`)));
  }

  readonly command = (): Promise<string> => Promise.reject(new Error("Kubernetes is used without commands."));

  endAs(task: StandInTask, end: TaskEnd): void {
    if (end === "cancelled") this.cancel(task);
    else this.end(task, STATE_WORDS.failed, JSON.stringify(STATUS_BY_END[end]));
  }

  hold(task: StandInTask): void {
    task.state = "Held";
  }

  protected canStart(): boolean {
    return true;
  }

  #handle(incoming: IncomingMessage, response: ServerResponse): void {
    const send = (reply: Reply | null) => {
      // The connection is lost before the answer.
      if (reply === null) return void incoming.socket.destroy();
      response.writeHead(reply.code, { "Content-Type": "application/json", ...reply.headers });
      response.end(JSON.stringify(reply.body));
    };
    if (this.isDown) send(null);
    else if (this.brokenAnswers > 0) {
      this.brokenAnswers--;
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
      response.write("{", () => incoming.socket.destroy());
    } else
      void this.#answer(incoming).then(send, (error: unknown) => send(fail(500, "Error", String(error))));
  }

  async #answer(incoming: IncomingMessage): Promise<Reply | null> {
    const { url, method, headers } = incoming;
    const { pathname, searchParams } = new URL(url ?? "", "http://localhost");
    this.requests.push(`${method} ${pathname}`);
    if (headers.authorization !== "Bearer a-token") return fail(401, "Unauthorized", "Unauthorized");
    if (this.busyAnswers > 0) {
      this.busyAnswers--;
      const reply = fail(429, "TooManyRequests", "Too many requests, please try again later.");
      // Long enough that a busy machine asks again within it.
      return { ...reply, headers: { "Retry-After": "3" } };
    }
    const [, kind = "", name = ""] = PATH_PATTERN.exec(pathname) ?? [];
    if (method === "POST") return this.#create(jobBody.parse(await json(incoming)));
    return method === "DELETE" ? this.#delete(kind, name) : this.#list(kind, searchParams);
  }

  #create(body: JobBody): Reply | null {
    const { name } = body.metadata;
    if (this.refusal !== null) return fail(403, "Forbidden", this.refusal);
    if ([...this.#jobs.values()].some(({ metadata }) => metadata.name === name))
      return fail(409, "AlreadyExists", `jobs.batch "${name}" already exists`);
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
    if (this.lostAnswers === 0) return { code: 201, body: this.#describeJob(job, body) };
    this.lostAnswers--;
    return null;
  }

  #delete(kind: string, name: string): Reply {
    const [job] = [...this.#jobs].find(([, { metadata }]) => kind === "jobs" && metadata.name === name) ?? [];
    const tasks = this.tasks.filter((task) =>
      kind === "jobs" ? task.job === job : podName(task) === name && !task.isPurged,
    );
    if (tasks.length === 0) return fail(404, "NotFound", `${kind} "${name}" not found`);
    for (const task of tasks) this.#remove(task);
    if (job !== undefined) this.#jobs.delete(job);
    return { code: 200, body: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" } };
  }

  #remove(task: StandInTask): void {
    task.isPurged = true;
    if (task.state === STATE_WORDS.done || task.state === STATE_WORDS.failed) return;
    this.cancel(task);
  }

  #list(kind: string, query: URLSearchParams): Reply {
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
      return fail(410, "Expired", message);
    }
    const end = start + Math.min(this.pageSize, Number(query.get("limit") ?? this.pageSize));
    const body = {
      kind: kind === "jobs" ? "JobList" : "PodList",
      apiVersion: kind === "jobs" ? "batch/v1" : "v1",
      metadata: { resourceVersion: "1", ...(end < selected.length ? { continue: String(end) } : {}) },
      items: selected.slice(start, end),
    };
    return { code: 200, body };
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
        completedIndexes: indexes(STATE_WORDS.done),
        failedIndexes: indexes(STATE_WORDS.failed, STATE_WORDS.cancelled),
      },
    };
  }

  /** None where it was removed. */
  #describePod(task: StandInTask) {
    const { job, number, state, isPurged } = task;
    const body = this.#jobs.get(job);
    if (isPurged || state === STATE_WORDS.cancelled || body === undefined) return [];
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
  if (state === STATE_WORDS.failed)
    return { phase: "Failed", ...JSON.parse(reason || JSON.stringify(STATUS_BY_END.ended)) };
  if (state === "Held") {
    const waiting = { reason: "ImagePullBackOff", message: 'Back-off pulling image "debian:12"' };
    return { phase: "Pending", containerStatuses: [{ name: "task", state: { waiting } }] };
  }
  if (state !== STATE_WORDS.pending) return { phase: state };
  return {
    phase: "Pending",
    conditions: [
      { type: "PodScheduled", status: "False", reason: "Unschedulable", message: STATE_WORDS.full },
    ],
  };
}

const fail = (code: number, reason: string, message: string): Reply => ({
  code,
  body: { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message },
});
