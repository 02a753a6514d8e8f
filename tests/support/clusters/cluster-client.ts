/** The part of a worker client that hands simulations to a cluster, without a platform: its folder can be opened again. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ClusterExecutor } from "@understudy/engine/worker/clusters/cluster-executor.ts";
import { createScheduler, type SchedulerName } from "@understudy/engine/worker/clusters/create-scheduler.ts";
import type { Requests } from "@understudy/engine/worker/clusters/scheduler.ts";
import { createFileCache } from "@understudy/engine/worker/files/file-cache.ts";
import { openFolder } from "@understudy/engine/worker/files/folder.ts";
import { LogCapture } from "@understudy/engine/worker/simulations/log-capture.ts";
import { createReports, type StoredReport } from "@understudy/engine/worker/simulations/reports.ts";
import type { ManifestRun } from "@understudy/shared/domain/spec-manifest.ts";
import type { Offer } from "@understudy/shared/worker/worker-simulation.ts";
import type { QueuePlace } from "@understudy/shared/worker-parts.ts";
import { atEnd, temporaryFolder } from "../cleanup.ts";
import { MANIFEST } from "../specs/simulations.ts";
import type { Cluster } from "./real-slurm.ts";

export const NO_REQUESTS: Requests = {
  queue: null,
  account: null,
  minutes: null,
  memoryMb: null,
  licences: [],
  submitOptions: [],
  pod: null,
};

type Client = {
  cluster: Cluster;
  scheduler?: SchedulerName;
  /** The folder of an earlier client. */
  root?: string;
  perTask?: number;
  requests?: Requests;
  run?: Partial<ManifestRun>;
  /** The files of its spec, by their paths. */
  files?: Readonly<Record<string, string>>;
  freeBytes?: () => number;
};

export type HandedSimulation = {
  readonly places: QueuePlace[];
  /** Why the scheduler took it away. */
  readonly takenAway: string[];
  readonly report: Promise<StoredReport>;
  readonly abort: (reason: string) => void;
};

export const makeOffer = (simulation: number): Offer => ({
  type: "offer",
  simulation,
  attempt: 1,
  job_id: 1,
  spec_version: 1,
  inputs: { x: simulation, y: 0 },
  files: {},
  lease_ms: 120_000,
});

/** Its simulations leave a file `ran-<x>.<process>` in `gate`, and end once there is a file `open`. */
export function startClusterClient({
  cluster,
  scheduler = "slurm",
  root,
  perTask = 1,
  requests,
  run = {},
  files = {},
  freeBytes,
}: Client) {
  const folder = openFolder(root ?? temporaryFolder("worker"));
  const gate = join(folder.root, "gate");
  // A number arrives as "1.0".
  const script = `
    x=\${1%.*}
    : > "${gate}-ran-$x.$$"
    while [ ! -e "${gate}-open" ] && [ ! -e "${gate}-open-$x" ]; do sleep 0.05; [ -d "${folder.root}" ] || exit 1; done
    echo '{"sum": '$1', "decay": [1, 1, 1]}' > outputs.json`;
  const command = ["sh", "-c", script, "sh", "{{x}}"];
  const manifest = { ...MANIFEST, run: { ...MANIFEST.run, command, ...run } };
  const closing = new AbortController();
  const readChunk = (_source: unknown, path: string) =>
    Promise.resolve({ bytes: Buffer.from(files[path] ?? ""), last: true });
  const specFiles = Object.entries(files).map(([path, text]) => ({
    path,
    size: text.length,
    sha256: createHash("sha256").update(text).digest("hex"),
  }));
  const cache = createFileCache(folder.files, readChunk, closing.signal);
  const problems: string[] = [];
  const executor = new ClusterExecutor({
    scheduler: createScheduler(
      scheduler,
      { ...process.env, ...cluster.env, UNDERSTUDY_KEY: "secret" },
      requests ?? NO_REQUESTS,
    ),
    requests: requests ?? NO_REQUESTS,
    folder,
    cache,
    readSpec: () => Promise.resolve({ manifest, files: specFiles }),
    reports: createReports(folder.results),
    tools: {},
    passed: [],
    only: null,
    concurrency: 100,
    perTask,
    pollMs: 100,
    settleMs: 300,
    now: () => performance.now(),
    freeBytes: () => Promise.resolve(freeBytes?.() ?? Number.POSITIVE_INFINITY),
    onProblem: (text) => void problems.push(text),
  });
  const close = () => {
    executor.close();
    folder.close();
  };
  atEnd("a client of a cluster", close);

  const hand = (offer: Offer): HandedSimulation => {
    const places: QueuePlace[] = [];
    const takenAway: string[] = [];
    const end = new AbortController();
    const abort = (reason: string) => end.abort(new Error(reason));
    const report = executor.run(offer, {
      log: new LogCapture(),
      signals: { end: end.signal, kill: new AbortController().signal },
      onStarted: () => {},
      onPlaced: (place) => void places.push(place),
      onTakenAway: (reason) => {
        takenAway.push(reason);
        abort(reason);
      },
    });
    report.catch(() => {});
    return { places, takenAway, report, abort };
  };
  return {
    root: folder.root,
    problems,
    /** Takes up what an earlier client has left. To be called first. */
    resume: async (): Promise<HandedSimulation[]> => {
      const reported = await createReports(folder.results).load();
      const { offers, neededFiles } = await executor.resume(reported.map(({ report }) => report));
      await cache.trim(neededFiles, 0);
      return offers.map(hand);
    },
    hand: (count: number, from = 1): HandedSimulation[] =>
      Array.from({ length: count }, (_, at) => hand(makeOffer(from + at))),
    open: (simulation?: number): void =>
      writeFileSync(simulation === undefined ? `${gate}-open` : `${gate}-open-${simulation}`, ""),
    /** Ends as a client that is killed: it writes nothing any more. */
    close,
  };
}
