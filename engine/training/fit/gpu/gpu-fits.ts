/**
 * Fits networks on a GPU. Networks of one shape, to the same features and targets, make a group, which takes its steps together.
 * Between chunks of steps all networks lie in the memory of this process: when the GPU is lost, at most one chunk is.
 */
import { countText, exactText, roundTo } from "@understudy/shared/number-text.ts";
import { type Gpu, NoGpu } from "../../../math/gpu/gpu.ts";
import { MAX_NETWORKS } from "../../../math/gpu/shaders.ts";
import type { LayerKernels } from "../../../math/kernels/layer-kernels.ts";
import type { NetworkFitTask, TrainingData } from "../../../models/fit-task.ts";
import { computeBatchRows } from "../../../models/network/adam-fit.ts";
import {
  createGpuTrainer,
  GpuAdamFitter,
  type GpuTable,
  type GpuTrainer,
  isWithinLimits,
  uploadTable,
} from "../../../models/network/gpu-adam-fit.ts";
import { compareDevices, type DeviceComparison } from "../../../models/network/gpu-check.ts";
import type { FitRequest } from "../executor.ts";
import { createReporter } from "../fit-report.ts";
import { computeShares, createMiniBatchRun, type MiniBatchRun } from "../mini-batch-fitter.ts";
import type { Declined, GpuAnswer, GpuProgress } from "./messages.ts";

/** A chunk of steps takes about so long (ms), so that a fit can report, and be stopped, in between. */
const CHUNK_MS = 120;
const FIRST_CHUNK_STEPS = 4;
/** A GPU that has not answered for so long (ms) hangs. */
const ANSWER_TIMEOUT_MS = 60_000;

export interface GpuFitsContext {
  data: TrainingData;
  /** @throws NoGpu */
  open: () => Promise<Gpu>;
  /** The processor's kernels, for comparisons. */
  kernels: LayerKernels;
  /** Milliseconds. */
  clock: () => number;
  isStopped: () => boolean;
  /** True: networks are fitted even where the processor is faster. */
  isForced: boolean;
}

interface PendingFit {
  request: FitRequest;
  task: NetworkFitTask;
  report: (progress: GpuProgress) => void;
  finish: (answer: GpuAnswer) => void;
}

interface Member extends PendingFit {
  run: MiniBatchRun;
  reporter: ReturnType<typeof createReporter>;
  hasEnded: boolean;
}

interface Group {
  task: NetworkFitTask;
  table: GpuTable;
  members: Member[];
  /** Null while its members have changed. */
  fitter: GpuAdamFitter | null;
  maxSteps: number;
}

/** The GPU is of no use any more, for a reason that is a sentence. */
class GpuFailure extends Error {
  override readonly name = "GpuFailure";
}

export class GpuFits {
  readonly #context: GpuFitsContext;
  readonly #pending: PendingFit[] = [];
  readonly #groups = new Map<string, Group>();
  readonly #comparisons = new Map<string, DeviceComparison>();
  /** Aborted with a GpuFailure once the GPU is lost. */
  readonly #loss = new AbortController();
  #trainer: Promise<GpuTrainer> | null = null;
  #working: Promise<void> | null = null;

  constructor(context: GpuFitsContext) {
    this.#context = context;
  }

  /** Fits a network, or declines it with the reason. */
  fit(request: FitRequest, report: (progress: GpuProgress) => void): Promise<GpuAnswer> {
    const { id, task, state } = request;
    if (task.family !== "network" || task.method !== "mini-batch") {
      const reason = "Only networks that are fitted by mini-batches train on a GPU.";
      return Promise.resolve({ type: "declined", id, state, reason, isFinal: false });
    }
    return new Promise((finish) => {
      this.#pending.push({ request, task, report, finish });
      this.#working ??= this.#work().finally(() => {
        this.#working = null;
      });
    });
  }

  async #work(): Promise<void> {
    while (this.#pending.length > 0 || this.#groups.size > 0) {
      try {
        for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift())
          await this.#admit(next);
        for (const [key, group] of [...this.#groups]) {
          await this.#advance(group);
          if (group.members.length === 0) this.#drop(key, group);
        }
      } catch (error) {
        this.#declineAll(error instanceof GpuFailure ? error.message : `The GPU failed: ${String(error)}.`);
      }
    }
  }

  async #admit(pending: PendingFit): Promise<void> {
    const { request, task } = pending;
    const decline = (reason: string, isFinal: boolean): void =>
      pending.finish({ ...declined(request), reason, isFinal });
    try {
      const run = this.#createRun(pending);
      const reporter = createReporter(request.id, run, this.#context.clock);
      if (this.#context.isStopped()) return pending.finish(reporter.atStop());
      this.#trainer ??= this.#openTrainer();
      const trainer = await this.#trainer;
      const { data } = this.#context;
      const numbers = data.inputs.columns * (task.features.length + task.targets.length);
      if (!isWithinLimits(trainer, task.shape, numbers, MAX_NETWORKS))
        return decline(`The data are too large for a buffer of ${trainer.gpu.name}.`, false);
      const comparison = await this.#compare(trainer, task, run.rows.length, 1);
      const speeds = describeSpeeds(trainer, comparison);
      if (!this.#context.isForced && comparison.gpuSpeed <= comparison.processorSpeed)
        return decline(`The processor is faster than the GPU: ${speeds}.`, false);
      const group = this.#openGroup(trainer, task, computeBatchRows(run.rows.length));
      group.members.push({ ...pending, run, reporter, hasEnded: false });
      group.fitter?.destroy();
      group.fitter = null;
      pending.report({ type: "accepted", id: request.id, reason: `The GPU trains: ${speeds}.` });
    } catch (error) {
      if (error instanceof NoGpu) return decline(error.message, true);
      decline(error instanceof GpuFailure ? error.message : `The GPU failed: ${String(error)}.`, true);
    }
  }

  /** Follows the loss of the GPU once: a handler for every chunk would stay until the GPU is lost. @throws NoGpu */
  async #openTrainer(): Promise<GpuTrainer> {
    const gpu = await this.#context.open();
    void gpu.lost.then((text) => this.#loss.abort(new GpuFailure(text)));
    return createGpuTrainer(gpu);
  }

  #createRun({ request: { state, timeLimitMs }, task }: PendingFit): MiniBatchRun {
    const earlier = state?.method === "mini-batch" ? state : null;
    const { data, clock } = this.#context;
    return createMiniBatchRun(data, task, earlier, { clock, timeLimitMs });
  }

  /** Compares the devices once for each shape and number of networks. @throws GpuFailure */
  async #compare(
    trainer: GpuTrainer,
    { shape }: NetworkFitTask,
    rows: number,
    networks: number,
  ): Promise<DeviceComparison> {
    const key = JSON.stringify([shape, computeBatchRows(rows), networks]);
    const comparison =
      this.#comparisons.get(key) ??
      (await this.#answered(compareDevices(trainer, shape, rows, networks, this.#context.kernels)));
    this.#comparisons.set(key, comparison);
    if (!comparison.isAlike) {
      const difference = exactText(roundTo(comparison.difference, 1));
      throw new GpuFailure(
        `The GPU (${trainer.gpu.name}) is not used: it differs from the processor by ${difference} of a step.`,
      );
    }
    return comparison;
  }

  /** Waits for the GPU. @throws GpuFailure when it is lost or does not answer */
  async #answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { signal } = this.#loss;
    const failure = Promise.withResolvers<never>();
    const reason = `The GPU has not answered for ${ANSWER_TIMEOUT_MS / 1000} s.`;
    const timer = setTimeout(() => failure.reject(new GpuFailure(reason)), ANSWER_TIMEOUT_MS);
    const fail = (): void => failure.reject(signal.reason);
    signal.addEventListener("abort", fail);
    if (signal.aborted) fail();
    try {
      return await Promise.race([answer, failure.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", fail);
    }
  }

  #openGroup(trainer: GpuTrainer, task: NetworkFitTask, batch: number): Group {
    const key = JSON.stringify([task.shape, task.features, task.targets, batch]);
    const open = this.#groups.get(key);
    if (open !== undefined) return open;
    const { inputs, targets } = this.#context.data;
    const columns = [
      ...task.features.map((feature) => inputs.row(feature)),
      ...task.targets.map((target) => targets[target]),
    ];
    const table = uploadTable(trainer, columns, inputs.columns);
    const group = { task, table, members: [], fitter: null, maxSteps: FIRST_CHUNK_STEPS };
    this.#groups.set(key, group);
    return group;
  }

  #drop(key: string, { table, fitter }: Group): void {
    fitter?.destroy();
    table.buffer.destroy();
    this.#groups.delete(key);
  }

  /** Takes one chunk of steps with every network of a group. @throws GpuFailure */
  async #advance(group: Group): Promise<void> {
    const { clock, isStopped } = this.#context;
    const trainer = await this.#trainer;
    if (trainer === null) return;
    const { task, members } = group;
    if (group.fitter === null) {
      await this.#compare(trainer, task, members[0].run.rows.length, members.length);
      group.fitter = await GpuAdamFitter.create(
        trainer,
        task.shape,
        group.table,
        computeShares(task),
        members.map(({ run }) => ({ fit: run.fit, rows: run.rows, random: run.orders })),
      );
    }
    const chunks = members.map(({ run }) => run.nextChunk(group.maxSteps));
    const rates = chunks.map((chunk) => (step: number) => chunk?.rateAt(step) ?? 0);
    const steps = Math.min(...chunks.map((chunk) => chunk?.steps ?? 0));
    if (steps > 0) {
      const before = clock();
      await this.#answered(group.fitter.advance(steps, rates));
      const stepMs = Math.max(1e-3, (clock() - before) / steps);
      group.maxSteps = Math.max(1, Math.min(2 * group.maxSteps, Math.floor(CHUNK_MS / stepMs)));
    }
    for (const member of members) {
      const { run, reporter, report } = member;
      if (!run.completeChunk()) end(member, reporter.atEnd());
      else if (isStopped()) end(member, reporter.atStop());
      else {
        const progress = reporter.afterChunk();
        if (progress !== null) report(progress);
      }
    }
    group.members = members.filter(({ hasEnded }) => !hasEnded);
    if (group.members.length === members.length) return;
    group.fitter.destroy();
    group.fitter = null;
  }

  #declineAll(reason: string): void {
    for (const [key, group] of [...this.#groups]) {
      for (const { request, run, finish, hasEnded } of group.members)
        if (!hasEnded) finish({ ...declined(request), state: run.state(), reason, isFinal: true });
      this.#drop(key, group);
    }
    for (const { request, finish } of this.#pending.splice(0))
      finish({ ...declined(request), reason, isFinal: true });
  }
}

function end(member: Member, answer: GpuAnswer): void {
  member.hasEnded = true;
  member.finish(answer);
}

const declined = ({ id, state }: FitRequest): Pick<Declined, "type" | "id" | "state"> => ({
  type: "declined",
  id,
  state,
});

function describeSpeeds({ gpu }: GpuTrainer, { gpuSpeed, processorSpeed }: DeviceComparison): string {
  const format = (speed: number): string => countText(roundTo(speed, 2));
  return `${gpu.name} takes ${format(gpuSpeed)} steps a second, a core ${format(processorSpeed)}`;
}
