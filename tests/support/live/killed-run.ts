/** A search on an emulator that two people on two web processes follow, while its runner is killed and another goes on. */
import type { Store } from "../../../server/models/store.ts";
import type { CreateSpecJobBody } from "../../../shared/api/spec-job.ts";
import { assert, eventually } from "../../harness.ts";
import { createJob, untilStatus } from "../browser/real-jobs.ts";
import { startRunnerProcess } from "../processes/runner-process.ts";
import { type BrowserSocket, openSocket } from "./browser-socket.ts";
import type { TwoWebProcesses } from "./two-web-processes.ts";

interface Run {
  /** The data files of the emulator. */
  files: { parameters: string; outputs: string };
  /** Without the job whose emulator it is. */
  search: Omit<CreateSpecJobBody, "emulator_job_id" | "resources">;
  isUnderWay: (store: Store, jobId: number) => Promise<boolean>;
}

/**
 * Runs the search to its end, and once more with the same seed until its runner is killed.
 * @returns both jobs; `goOn` starts another runner and returns when both people have seen the search's progress, which contains
 *   `text`, and its end.
 */
export async function startKilledRun(
  { config, store, ada, zoeThere }: TwoWebProcesses,
  { files, search, isUnderWay }: Run,
) {
  const first = startRunnerProcess(config);
  const trained = await createJob(ada, "Waves", files);
  await untilStatus(ada, trained, "Awaiting Configuration");
  const training = { train_on: "platform" as const, effort: "quick" as const };
  await ada.call("startTraining", { params: { job_id: trained }, body: training });
  await untilStatus(ada, trained, "Complete");
  const { id: version } = await ada.call("getJobSpecVersion", { params: { job_id: trained } });
  const body = { ...search, emulator_job_id: trained, resources: { type: "emulator" as const } };
  const create = async () =>
    (await ada.call("createSpecJob", { params: { spec_version_id: version }, body })).id;
  const completeJobId = await create();
  await untilStatus(ada, completeJobId, "Complete");
  first.kill("SIGKILL");

  const id = await create();
  const seed = (await store.jobs.findOne({ _id: completeJobId }))?.run?.seed ?? 0;
  const job = await store.jobs.findOne({ _id: id });
  if (job === null || job.run === null) throw new Error("The job is not there.");
  await store.jobs.updateAll({ _id: id }, { run: { ...job.run, seed } });
  const sockets = [await openSocket(ada), await openSocket(zoeThere)];
  for (const socket of sockets) assert.ok(await socket.watch({ kind: "job", job_id: id }));
  const killed = startRunnerProcess(config);
  await eventually("the search is under way", () => isUnderWay(store, id), 60_000, 20);
  killed.kill("SIGKILL");
  assert.is((await ada.call("getJob", { params: { job_id: id } })).status, "Running");

  const goOn = async (text: string): Promise<void> => {
    startRunnerProcess(config);
    const isOver = (socket: BrowserSocket) =>
      socket.of("job").some(({ job }) => job.id === id && job.status === "Complete");
    await eventually("its end", () => sockets.every(isOver), 120_000);
    for (const socket of sockets) {
      const { progress } = await socket.next("job-progress", (event) =>
        (event.progress.progress_text ?? "").includes(text),
      );
      assert.is(progress.job_id, id);
    }
  };
  return { completeJobId, id, goOn };
}
