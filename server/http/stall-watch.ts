/**
 * Finds what keeps this process' thread from everybody else: whenever the event loop stood still for longer than it may,
 * a line in the log names the requests and messages that were being worked on.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type Koa from "koa";
import { log } from "../core/log.ts";

/** Work that takes longer belongs in a thread or process of its own, or in pieces. */
const STALL_MS = 50;
const RESOLUTION_MS = 10;
const CHECK_MS = 250;
const MAX_NAMED = 5;

type Work = { readonly name: string; readonly start: number };

const underway = new Set<Work>();
/**
 * The works that ended since the last check, and between that and the one before: a stall may be reported one check
 * late.
 */
let ended: Work[] = [];
let endedBefore: Work[] = [];

/** Names a piece of work, in whose time the event loop may stand still. Call what is returned when it is over. */
export function beginWork(name: string): () => void {
  const work = { name, start: performance.now() };
  underway.add(work);
  return () => {
    if (underway.delete(work)) ended.push(work);
  };
}

/** Every request is a piece of work. */
export const nameRequests: Koa.Middleware = async (ctx, next) => {
  const end = beginWork(`${ctx.method} ${ctx.path.slice(0, 200)}`);
  ctx.res.once("close", end);
  await next();
};

/** Begins to watch this process' event loop; returns what ends it. */
export function watchForStalls(): () => void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [cpuBefore, cpuLast] = [cpuMs(), cpuMs()];
  const check = () => {
    const stalled = delays.max / 1e6 - RESOLUTION_MS;
    const cpu_ms = Math.round(cpuMs() - cpuBefore);
    const during = [...endedBefore, ...ended, ...underway];
    [cpuBefore, cpuLast] = [cpuLast, cpuMs()];
    [endedBefore, ended] = [ended, []];
    if (stalled < STALL_MS) return;
    // Only now: what is going on while it is reset is not recorded.
    delays.reset();
    const line = { stalled_ms: Math.round(stalled), cpu_ms, during: oldest(during) };
    // A thread that did little was kept waiting itself, by other processes.
    if (cpu_ms < STALL_MS) log.debug(line, "the event loop had to wait for the processor");
    else log.warn(line, "the event loop stood still");
  };
  const checks = setInterval(check, CHECK_MS);
  checks.unref();
  return () => {
    clearInterval(checks);
    delays.disable();
  };
}

const oldest = (work: Work[]): string[] =>
  [...new Set(work.sort((a, b) => a.start - b.start).map(({ name }) => name))].slice(0, MAX_NAMED);
