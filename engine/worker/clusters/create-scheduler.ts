/** The schedulers that a client can use, and how it runs their commands. */
import { execFile } from "node:child_process";
import { createGridEngine } from "./grid-engine.ts";
import { createKubernetes } from "./kubernetes.ts";
import { createLsf } from "./lsf.ts";
import { type Requests, type Scheduler, type SchedulerCommand, SchedulerError } from "./scheduler.ts";
import { createSlurm } from "./slurm.ts";

/** A busy scheduler may answer late; a later answer counts as none. */
const ANSWER_MS = 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

/** Words by which schedulers say that they do not answer, or take no more jobs, at present. */
const TEMPORARY_FAULT =
  /unable to (contact|send)|failed receiving|jobs are allowed per user|is down|please wait|timed? ?out|temporarily|try again|connection refused|connect failure|not responding|communication failure|can't contact|cannot connect|submit limit|too many|not available at|socket/i;

/** Schedulers set these for a task, and their commands do not need them. By the manual pages sbatch(1), qsub(1) and bsub(1). */
const TASK_VARIABLE_PATTERNS = [
  /^(SLURM|SLURMD|SRUN)_/,
  /^SGE_(TASK|O|CKPT|STDIN|STDOUT|STDERR|JOB|CWD|BINDING|ACCOUNT|HGR)_/,
  /^(LSB|LS)_/,
  /^JOB_COMPLETION_INDEX$/,
];
/** Grid Engine sets these too. Anybody may use such plain names, so that they count as its own only inside one of its jobs. */
const GRID_ENGINE_PLAIN_NAMES =
  /^(JOB_ID|JOB_NAME|JOB_SCRIPT|TASK_ID|ENVIRONMENT|NHOSTS|NQUEUES|NSLOTS|PE|PE_HOSTFILE|QUEUE|REQUEST|RESTARTED)$/;
/** The commands read these, by which people choose a cluster and its defaults. */
const COMMAND_VARIABLE_PATTERN =
  /^(SLURM_(CONF|CONF_SERVER|CLUSTERS|JWT)|LSB_(DEFAULT\w*|CONFDIR|SHAREDIR))$/;

/** Grid Engine sets SGE_TASK_ID in each of its jobs: to "undefined" where the job is no array. */
const isOfTask = (name: string, env: NodeJS.ProcessEnv): boolean =>
  (TASK_VARIABLE_PATTERNS.some((pattern) => pattern.test(name)) && !COMMAND_VARIABLE_PATTERN.test(name)) ||
  ("SGE_TASK_ID" in env && GRID_ENGINE_PLAIN_NAMES.test(name));

/**
 * Selects the environment of the commands. A submit command passes it on to the tasks: the client's key must not be in it, nor
 * the numbers of a job in which the client itself runs, which its tasks would take for theirs.
 */
const selectEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !name.toUpperCase().startsWith("UNDERSTUDY_") && !isOfTask(name, env),
    ),
  );

/**
 * @returns a function that runs a command and resolves with what it printed
 *   The function throws a SchedulerError with the command's own words when it fails, cannot be started, or does not answer.
 */
export function createSchedulerCommand(env: NodeJS.ProcessEnv): SchedulerCommand {
  const environment = selectEnvironment(env);
  return (program, args) =>
    new Promise((resolve, reject) => {
      const options = {
        env: environment,
        timeout: ANSWER_MS,
        killSignal: "SIGKILL",
        maxBuffer: MAX_OUTPUT_BYTES,
      } as const;
      execFile(program, [...args], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(explain(program, error, `${stderr}\n${stdout}`));
      });
    });
}

function explain(
  program: string,
  error: Error & { code?: unknown; killed?: boolean },
  output: string,
): SchedulerError {
  if (error.code === "ENOENT") return new SchedulerError(`${program} was not found on this machine.`, false);
  if (error.killed === true)
    return new SchedulerError(`${program} did not answer within ${ANSWER_MS / 1000} s.`, true);
  const lines = output.split("\n").map((line) => line.trim());
  // Grid Engine's last line tells nothing.
  const statements = lines.filter((line) => line !== "" && line !== "Exiting.");
  const text = statements.slice(-3).join(" ") || `exit code ${String(error.code)}`;
  // Slurm's statements begin with the program's name.
  const statement = text.startsWith(`${program}: `) ? text : `${program}: ${text}`;
  return new SchedulerError(statement, TEMPORARY_FAULT.test(text));
}

/** By the name that `--executor` takes: the programs of each scheduler's command line, and how to use them. */
export const KNOWN_SCHEDULERS = {
  slurm: { title: "Slurm", programs: ["sbatch", "squeue", "scancel"], create: createSlurm },
  gridengine: {
    title: "Grid Engine",
    programs: ["qsub", "qstat", "qdel"],
    create: createGridEngine,
  },
  lsf: { title: "LSF", programs: ["bsub", "bjobs", "bkill"], create: createLsf },
  kubernetes: { title: "Kubernetes", programs: [], create: null },
} as const;
export type SchedulerName = keyof typeof KNOWN_SCHEDULERS;

/** @param env contains what a scheduler needs to be reached: PATH, KUBECONFIG @param requests stand in every job */
export function createScheduler(name: SchedulerName, env: NodeJS.ProcessEnv, requests: Requests): Scheduler {
  const { create } = KNOWN_SCHEDULERS[name];
  // It is used by its interface, not by commands.
  return create === null ? createKubernetes(env, requests) : create(createSchedulerCommand(env), requests);
}
