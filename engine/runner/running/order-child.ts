import type { ToChild, ToRunner } from "../contract/messages.ts";
import type { RunnerLimits } from "../contract/options.ts";
import { type ChildEnd, startChild } from "./child-process.ts";

type Message = Exclude<ToRunner, { type: "alive" }>;

/** A child that the machine killed is started again this many times. */
const MAX_RESTARTS = 1;

/** Has a child do one order, and kills it when the signal is aborted. Resolves after its last message was handled. */
export async function orderChild(
  order: ToChild,
  limits: RunnerLimits,
  deadline: number,
  signal: AbortSignal,
  handle: (message: Message) => Promise<void>,
): Promise<ChildEnd> {
  for (let restarts = 0; ; restarts++) {
    const child = startChild(order, { ...limits, deadline }, handle);
    const kill = () => child.kill();
    signal.addEventListener("abort", kill, { once: true });
    if (signal.aborted) kill();
    const end = await child.ended.finally(() => signal.removeEventListener("abort", kill));
    if (end.kind !== "killed" || signal.aborted || restarts >= MAX_RESTARTS) return end;
  }
}
