/** `--check`: whether this machine reaches the platform, is let in, and has the programs that specs run. */
import { type ToServer, toServer, WORKER_PROTOCOL } from "@understudy/shared/worker/worker-protocol.ts";
import { createScheduler, KNOWN_SCHEDULERS } from "../clusters/create-scheduler.ts";
import { describeFailure, openSocket, refusalOf } from "../connection/open-socket.ts";
import { findProgram, toolsOf } from "../simulations/tools.ts";
import { messageOf } from "../support/message-of.ts";
import type { WorkerOptions } from "./options.ts";

const ANSWER_MS = 20_000;

type Checked = Extract<ToServer, { type: "checked" }>;

/** @throws Error with the reason as people read it */
function ask({ server, key }: WorkerOptions): Promise<Checked> {
  const socket = openSocket(server, key);
  const { promise, resolve, reject } = Promise.withResolvers<Checked>();
  const timer = setTimeout(() => reject(new Error(`${server} did not answer.`)), ANSWER_MS);
  socket.on("connect", () => {
    socket.emit("message", {
      type: "check",
      protocol: WORKER_PROTOCOL,
      platform: `${process.platform}-${process.arch}`,
    });
  });
  socket.on("connect_error", (error) => {
    reject(new Error(refusalOf(error, server, false) ?? describeFailure(error, server)));
  });
  socket.on("message", (raw) => {
    const answer = toServer.safeParse(raw).data;
    if (answer?.type === "checked") resolve(answer);
    if (answer?.type === "refused") reject(new Error(answer.reason));
  });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.disconnect();
  });
}

/** Looks for the commands of the cluster's scheduler on this machine, and asks the scheduler for its list. @returns whether it answers */
async function checkScheduler(
  { cluster }: WorkerOptions,
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<boolean> {
  if (cluster === null) return true;
  const { title, programs } = KNOWN_SCHEDULERS[cluster.executor];
  for (const program of programs) {
    const path = findProgram(program, toolsOf({}, env), null);
    print(
      path === null
        ? `none  ${program} of ${title} was not found: start the client where jobs are submitted.`
        : `ok    ${program} of ${title} is ${path}.`,
    );
  }
  try {
    await createScheduler(cluster.executor, env, cluster.requests).list("understudy-check-", []);
    print(`ok    ${title} answers.`);
    return true;
  } catch (error) {
    print(`no    ${messageOf(error)}`);
    return false;
  }
}

/** Prints what it finds. @returns whether simulations could run here: the scheduler answers, and one spec's program is here or none is needed */
export async function check(
  options: WorkerOptions,
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<boolean> {
  const tools = toolsOf(options.tools, env);
  try {
    const { owner, programs } = await ask(options);
    print(`ok    ${options.server} lets this machine in as a server of ${owner}.`);
    const names = new Map(programs.map(({ name, specs }) => [name, specs]));
    for (const name of Object.keys(options.tools)) if (!names.has(name)) names.set(name, []);
    const isSchedulerReady = await checkScheduler(options, env, print);
    let programCount = 0;
    for (const [name, specs] of names) {
      // It comes with the spec.
      if (/[/\\]/.test(name) || name.includes("{{")) continue;
      const where = findProgram(name, tools, null);
      const need = specs.length === 0 ? "" : ` (${specs.join(", ")})`;
      print(where === null ? `none  ${name} was not found${need}.` : `ok    ${name} is ${where}${need}.`);
      if (where !== null) programCount++;
    }
    if (names.size === 0) print("      The platform has no specs yet, so no program is needed.");
    return isSchedulerReady && (names.size === 0 || programCount > 0);
  } catch (error) {
    print(`no    ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
