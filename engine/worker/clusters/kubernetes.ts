/**
 * Kubernetes, by its interface `batch/v1` (Kubernetes 1.31 or later): a batch is an Indexed Job, and a task is one index of it.
 * The Jobs of a client and their pods have a label, by which it finds them again.
 */
import { delimiter } from "node:path";
import type { BatchV1Api, CoreV1Api, V1Job, V1Pod } from "@kubernetes/client-node";
import { z } from "zod";
import { messageOf } from "../support/message-of.ts";
import { indexOfPod, JOB_NAME_LABEL, kubernetesTaskId, listTasks } from "./kubernetes-tasks.ts";
import { type BatchJob, type Requests, type Scheduler, SchedulerError } from "./scheduler.ts";

const CLIENT_LABEL = "understudy-client";
/** Objects in one answer of a list. */
const PAGE_SIZE = 500;
/** A list is begun anew so often when its continuation has expired. */
const MAX_LISTS = 3;
/** A later answer counts as none. */
const ANSWER_MS = 60_000;
/** Finished Jobs stay for so long: a client that was killed finds out how they ended. */
const KEPT_SECONDS = 3_600;
/** The interface asks to wait where it does not say for how long. */
const DEFAULT_WAIT_SECONDS = 1;
const [NOT_FOUND, CONFLICT, GONE, TOO_MANY] = [404, 409, 410, 429] as const;

/** An error that the interface answers; its message stands in its body, which may be text. */
const apiError = z.object({ code: z.number(), body: z.unknown(), headers: z.record(z.string(), z.string()) });
const statusBody = z.preprocess(
  (body) => {
    try {
      return typeof body === "string" ? JSON.parse(body) : body;
    } catch {
      return null;
    }
  },
  z.object({ message: z.string() }),
);

type Apis = { readonly batch: BatchV1Api; readonly core: CoreV1Api; readonly namespace: string };

/** The package is loaded only where a client uses Kubernetes: it is larger than everything else that a client loads. */
async function connect(env: NodeJS.ProcessEnv, requests: Requests): Promise<Apis> {
  const { KubeConfig, BatchV1Api, CoreV1Api, createConfiguration, ServerConfiguration } = await import(
    "@kubernetes/client-node"
  );
  const config = new KubeConfig();
  const [file, ...furtherFiles] = (env.KUBECONFIG ?? "").split(delimiter).filter((path) => path !== "");
  if (file !== undefined && furtherFiles.length === 0) config.loadFromFile(file);
  else config.loadFromDefault();
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new SchedulerError("No Kubernetes cluster is configured (KUBECONFIG).", false);
  const configuration = createConfiguration({
    baseServer: new ServerConfiguration(cluster.server, {}),
    authMethods: { default: config },
    promiseMiddleware: [
      {
        pre: (context) => {
          context.setSignal(AbortSignal.timeout(ANSWER_MS));
          return Promise.resolve(context);
        },
        post: (context) => Promise.resolve(context),
      },
    ],
  });
  const namespace = requests.queue ?? config.getContextObject(config.getCurrentContext())?.namespace;
  return {
    batch: new BatchV1Api(configuration),
    core: new CoreV1Api(configuration),
    namespace: namespace ?? "default",
  };
}

const nameClient = (name: string): string => name.slice(0, name.lastIndexOf("-"));

/** @throws SchedulerError where people did not say in what a task runs */
function describeJob(job: BatchJob, requests: Requests): V1Job {
  const { pod } = requests;
  if (pod === null) throw new SchedulerError("Kubernetes needs an image and a volume claim.", false);
  const { name, script, folder, taskCount, memoryMb, minutes } = job;
  const memory = memoryMb === null ? {} : { memory: `${memoryMb}Mi` };
  const licences = Object.fromEntries(
    requests.licences.map(({ name: licence, count }) => [licence, String(count)]),
  );
  const labels = { [CLIENT_LABEL]: nameClient(name) };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, labels },
    spec: {
      completionMode: "Indexed",
      completions: taskCount,
      parallelism: taskCount,
      // A task that fails does not end the others; one whose pod was taken away is started again.
      backoffLimitPerIndex: 0,
      podFailurePolicy: {
        rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] }],
      },
      ttlSecondsAfterFinished: KEPT_SECONDS,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: "Never",
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          ...(requests.account === null ? {} : { serviceAccountName: requests.account }),
          ...(minutes === null ? {} : { activeDeadlineSeconds: minutes * 60 }),
          // The files of the client belong to its user.
          ...(process.getuid === undefined || process.getgid === undefined
            ? {}
            : { securityContext: { runAsUser: process.getuid(), runAsGroup: process.getgid() } }),
          containers: [
            {
              name: "task",
              image: pod.image,
              command: ["/bin/sh", script],
              workingDir: folder,
              env: [{ name: "JOB_ID", value: name }],
              volumeMounts: [{ name: "shared", mountPath: pod.mountPath }],
              resources: {
                requests: { cpu: "1", ...memory, ...licences },
                limits: { ...memory, ...licences },
              },
            },
          ],
          volumes: [{ name: "shared", persistentVolumeClaim: { claimName: pod.claim } }],
        },
      },
    },
  };
}

/** Names the end of the last page; without it a list begins. */
type PageStart = { _continue?: string };
type Page<Item> = { items: Item[]; metadata?: PageStart };

/** @throws what `readPage` throws, after the continuation has expired too often */
async function listAll<Item>(readPage: (start: PageStart) => Promise<Page<Item>>): Promise<Item[]> {
  for (let list = 1; ; list++) {
    try {
      const items: Item[] = [];
      let next: string | undefined;
      do {
        const page = await readPage(next === undefined ? {} : { _continue: next });
        items.push(...page.items);
        next = page.metadata?._continue;
      } while (next);
      return items;
    } catch (error) {
      if (list === MAX_LISTS || apiError.safeParse(error).data?.code !== GONE) throw error;
    }
  }
}

/** @param env names the configuration by KUBECONFIG, as for kubectl @param requests stand in every job */
export function createKubernetes(env: NodeJS.ProcessEnv, requests: Requests): Scheduler {
  let apis: Promise<Apis> | null = null;
  /** The interface asked not to be called before this time, in milliseconds. */
  let resumesAt = 0;

  const explain = (error: unknown): SchedulerError => {
    if (error instanceof SchedulerError) return error;
    const { code, body, headers } = apiError.safeParse(error).data ?? {};
    if (code === undefined) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
      const text = `${messageOf(error)}${cause}`;
      return isConnectionFault(error)
        ? new SchedulerError(`Kubernetes does not answer (${text}).`, true)
        : new SchedulerError(`Kubernetes cannot be used: ${text}`, false);
    }
    const isTemporary = code === TOO_MANY || code >= 500;
    const seconds = Number(headers?.["retry-after"] ?? DEFAULT_WAIT_SECONDS);
    if (isTemporary && seconds > 0) resumesAt = performance.now() + seconds * 1_000;
    const text = statusBody.safeParse(body).data?.message ?? "no message";
    return new SchedulerError(`Kubernetes: ${text} (${code})`, isTemporary);
  };

  const call = async <Result>(use: (apis: Apis) => Promise<Result>): Promise<Result> => {
    if (performance.now() < resumesAt)
      throw new SchedulerError("Kubernetes has too many requests and wants this client to wait.", true);
    try {
      apis ??= connect(env, requests).catch((error: unknown) => {
        // The configuration may be corrected while the client runs.
        apis = null;
        throw error;
      });
      return await use(await apis);
    } catch (error) {
      throw explain(error);
    }
  };

  const listObjects = (selector: string) =>
    call(async ({ batch, core, namespace }): Promise<[V1Job[], V1Pod[]]> => {
      const query = { namespace, labelSelector: selector, limit: PAGE_SIZE };
      return [
        await listAll<V1Job>((start) => batch.listNamespacedJob({ ...query, ...start })),
        await listAll<V1Pod>((start) => core.listNamespacedPod({ ...query, ...start })),
      ];
    });

  /** Ends tasks of one Job, by the listed objects of its client: all of the Job, or else their pods, which are not created again. */
  const cancelTasks = async (
    name: string,
    tasks: ReadonlySet<number>,
    [jobs, pods]: [V1Job[], V1Pod[]],
  ): Promise<void> => {
    const alive = listTasks(
      jobs.filter(({ metadata }) => metadata?.name === name),
      pods,
    ).filter(({ state }) => state.kind !== "ended");
    if (alive.length === 0) return;
    if (alive.every(({ task }) => tasks.has(task)))
      return await call(({ batch, namespace }) =>
        ignore(NOT_FOUND, batch.deleteNamespacedJob({ name, namespace, propagationPolicy: "Background" })),
      );
    const unwanted = new Set(alive.map(({ task }) => task).filter((task) => tasks.has(task)));
    const unwantedPods = pods.filter(
      (pod) => pod.metadata?.labels?.[JOB_NAME_LABEL] === name && unwanted.has(indexOfPod(pod) ?? -1),
    );
    for (const { metadata } of unwantedPods)
      await call(({ core, namespace }) =>
        ignore(NOT_FOUND, core.deleteNamespacedPod({ name: metadata?.name ?? "", namespace })),
      );
  };

  return {
    title: "Kubernetes",
    taskVariable: "JOB_COMPLETION_INDEX",
    firstTask: 0,
    submit: async (job) => {
      // The name is of this client's making: a Job that has it is this one, whose creation was not answered.
      await call(({ batch, namespace }) =>
        ignore(CONFLICT, batch.createNamespacedJob({ namespace, body: describeJob(job, requests) })),
      );
      return job.name;
    },
    list: async (prefix) => {
      const [jobs, pods] = await listObjects(`${CLIENT_LABEL}=${nameClient(prefix)}`);
      return listTasks(jobs, pods).filter(({ name }) => name.startsWith(prefix));
    },
    cancel: async (ids) => {
      const jobs = Map.groupBy(
        ids.map((id) => id.split("/")),
        ([job = ""]) => job,
      );
      // One list serves all Jobs of a client.
      for (const [client, names] of Map.groupBy(jobs.keys(), nameClient)) {
        const objects = await listObjects(`${CLIENT_LABEL}=${client}`);
        for (const name of names) {
          const tasks = (jobs.get(name) ?? []).map(([, task]) => Number(task));
          await cancelTasks(name, new Set(tasks), objects);
        }
      }
    },
    taskId: kubernetesTaskId,
  };
}

/** An answer that breaks off is "terminated". Anything else is wrong in its configuration. */
const isConnectionFault = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === "fetch failed" || error.message === "terminated" || error.name === "TimeoutError");

/** Resolves also where the interface answers with this code. */
async function ignore(code: number, request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (apiError.safeParse(error).data?.code !== code) throw error;
  }
}
