/** Machines that an operator's own commands create and delete: `az`, `srun`, `kubectl`, or a script. */
import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { neededEnvironment, pick } from "@understudy/engine/processes/environment.ts";
import { fillTemplate, type TemplateValues } from "../core/command-template.ts";
import type { CommandProvision } from "../core/provision-config.ts";
import { toCommandPlace } from "./machine-place.ts";
import {
  type MachineProvider,
  type MachineState,
  ProvisionError,
  type ProvisionProblem,
} from "./provider.ts";

/** The times after which a command is ended. A start may wait for a cloud; the answer about a state may not. */
const START_LIMIT_MS = 10 * 60_000;
const STATE_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 5 * 60_000;
const KILL_AFTER_MS = 5_000;
/** The time in which a machine disappears from the list of its provider after it was deleted. */
const GONE_LIMIT_MS = 60_000;
const GONE_CHECK_MS = 1_000;
/** Schedulers list a task for a while after its end. */
const GONE_STATES: readonly MachineState["kind"][] = ["absent", "ended"];
/** The time in which the output that a command wrote before its end still arrives. A program that it left behind may hold the pipe for ever. */
const DRAIN_MS = 100;
const MAX_OUTPUT_CHARACTERS = 4_000;
const MAX_DETAIL_CHARACTERS = 300;
/** Passed values that are shorter, as `true` or `eu-1`, are no secrets, and hiding them would make a sentence unreadable. */
const MIN_SECRET_CHARACTERS = 7;
const MAX_WORD_CHARACTERS = 40;

/** The words by which the states of Azure, Slurm, Kubernetes, Docker and EC2 begin, in lower case. */
const STATE_WORDS: Readonly<Record<"absent" | "creating" | "running" | "ended", readonly string[]>> = {
  absent: ["absent", "none", "notfound", "deleted", "terminated"],
  creating: [
    ...["creating", "created", "pending", "configuring", "starting", "provisioning", "queued", "waiting"],
    ...["containercreating", "requeued", "updating"],
  ],
  running: ["running", "active", "ready", "up", "r"],
  ended: [
    ...[
      "ended",
      "completed",
      "completing",
      "complete",
      "succeeded",
      "failed",
      "error",
      "stopped",
      "stopping",
    ],
    ...["deallocated", "deallocating", "exited", "dead", "cancelled", "timeout", "preempted", "node_fail"],
    ...["out_of_memory", "deadline", "evicted", "shutting-down", "deleting", "removing", "boot_fail"],
  ],
};

const PROBLEM_PATTERNS: readonly (readonly [ProvisionProblem["kind"], RegExp])[] = [
  ["quota", /quota|limit exceeded|QOSMax|AssocGrp/i],
  ["capacity", /capacity|insufficient|not available|unavailable|unschedulable|AllocationFailed/i],
  ["sign-in", /unauthori[sz]ed|authenticat|forbidden|credential|access denied|not logged in|az login/i],
];

/** Sorts the words of a command into the kinds of problems that people can do something about. */
export function classifyOutput(output: string): ProvisionProblem["kind"] {
  return PROBLEM_PATTERNS.find(([, pattern]) => pattern.test(output))?.[0] ?? "other";
}

/** Reads the state from the first word that says one, as `VM running`, `PENDING` or `"Running"`. */
export function parseState(output: string): MachineState {
  const words = output.toLowerCase().match(/[a-z_-]+/g) ?? [];
  if (words.length === 0) return { kind: "absent" };
  for (const word of words) {
    for (const kind of ["running", "creating", "ended", "absent"] as const)
      if (STATE_WORDS[kind].includes(word)) return { kind };
  }
  const word = output.trim().slice(0, MAX_WORD_CHARACTERS);
  const detail = `PROVISION_STATE printed "${word}", which says nothing about a machine.`;
  return { kind: "unknown", problem: { kind: "other", detail } };
}

type Ended = { readonly code: number | null; readonly output: string; readonly complaint: string };

/**
 * Runs a command to its end, without a shell, in an environment that holds none of the platform's secrets.
 * @throws the signal's reason once nothing of an aborted command runs; ProvisionError when it cannot be started or takes too long
 */
async function runCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<Ended> {
  signal?.throwIfAborted();
  const [program = "", ...args] = words;
  // A group of its own, so that all of it can be ended.
  const child = spawn(program, args, { env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(0, MAX_OUTPUT_CHARACTERS);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-MAX_OUTPUT_CHARACTERS);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  const limit = AbortSignal.timeout(limitMs);
  const end = () => void endGroup(child, ended);
  const signals = signal === undefined ? [limit] : [limit, signal];
  for (const abortSignal of signals) abortSignal.addEventListener("abort", end, { once: true });
  try {
    const code = await ended;
    await sleep(DRAIN_MS);
    signal?.throwIfAborted();
    if (limit.aborted) {
      const detail = `${program} took too long.`;
      throw new ProvisionError({ kind: "other", detail }, { mayTakeEffect: true });
    }
    return { code, output, complaint };
  } catch (error) {
    if (error instanceof ProvisionError || signal?.aborted) throw error;
    throw new ProvisionError({ kind: "other", detail: `${program} could not be started.` }, { cause: error });
  } finally {
    for (const abortSignal of signals) abortSignal.removeEventListener("abort", end);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

async function endGroup({ pid }: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (pid === undefined) return;
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended by itself.
    }
  };
  kill("SIGTERM");
  await Promise.race([ended.catch(() => null), sleep(KILL_AFTER_MS, null, { ref: false })]);
  kill("SIGKILL");
}

/** The last lines that a command wrote, as one line without the secrets that it was given. */
const describeComplaint = (
  { complaint, output, code }: Ended,
  program: string,
  secrets: readonly string[],
): string => {
  const words = complaint.trim() || output.trim();
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, "[hidden]"), words);
  const text = shown.replace(/\s+/g, " ").slice(-MAX_DETAIL_CHARACTERS);
  return `${program} ended with exit code ${code ?? "none"}${text === "" ? "." : `: ${text}`}`;
};

/** @param from the environment of the platform, of which the commands see `PATH`, `HOME` and what the operator names */
export function createCommandProvider(
  { start, state, stop, pass }: CommandProvision,
  serverUrl: string,
  from: NodeJS.ProcessEnv = process.env,
): MachineProvider {
  const passed = pick(pass, from, process.platform);
  const environment = { HOME: homedir(), LANG: "C.UTF-8", ...neededEnvironment(from), ...passed };
  // The longest first: one of them may be a part of another.
  const passedSecrets = Object.values(passed)
    .filter((value) => value.length >= MIN_SECRET_CHARACTERS)
    .toSorted((a, b) => b.length - a.length);
  const fill = (words: readonly string[], name: string, job = "") => {
    const values: TemplateValues = { name, job, server: serverUrl };
    return fillTemplate(words, values);
  };
  const requireSuccess = (end: Ended, [program = ""]: readonly string[], key: string | null = null): void => {
    if (end.code === 0) return;
    const secrets = key === null ? passedSecrets : [key, ...passedSecrets];
    const kind = classifyOutput(`${end.complaint}\n${end.output}`);
    throw new ProvisionError({ kind, detail: describeComplaint(end, program, secrets) });
  };
  const readState = async (name: string, signal?: AbortSignal): Promise<MachineState> => {
    try {
      const end = await runCommand(fill(state, name), environment, STATE_LIMIT_MS, signal);
      requireSuccess(end, state);
      return parseState(end.output);
    } catch (error) {
      const detail = error instanceof Error ? error.message : "";
      const problem = error instanceof ProvisionError ? error.problem : { kind: "other" as const, detail };
      return { kind: "unknown", problem };
    }
  };

  return {
    place: toCommandPlace({ state, stop }),
    startLimitMs: START_LIMIT_MS + KILL_AFTER_MS,

    start: async ({ name, jobId, key }, signal) => {
      // The worker client reads these four; an argument could be read by every user of the machine.
      const settings = {
        UNDERSTUDY_SERVER: serverUrl,
        UNDERSTUDY_KEY: key,
        UNDERSTUDY_NAME: name,
        UNDERSTUDY_ROLE: "Training",
      };
      const words = fill(start, name, String(jobId));
      const end = await runCommand(words, { ...environment, ...settings }, START_LIMIT_MS, signal);
      requireSuccess(end, start, key);
    },

    state: readState,

    stop: async (name, signal) => {
      requireSuccess(await runCommand(fill(stop, name), environment, STOP_LIMIT_MS, signal), stop);
      const deadline = performance.now() + GONE_LIMIT_MS;
      while (!GONE_STATES.includes((await readState(name, signal)).kind)) {
        signal?.throwIfAborted();
        if (performance.now() > deadline) {
          throw new ProvisionError({
            kind: "other",
            detail: "PROVISION_STATE still reports it after PROVISION_STOP.",
          });
        }
        await sleep(GONE_CHECK_MS, null, { signal });
      }
    },

    list: async () => null,
  };
}
