import type { DemoServer } from "@understudy/shared/api/demo.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { useEffect, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { useAction } from "#ui/use-action.ts";

const load = (signal: AbortSignal) => call("getDemoServer", { signal });

/**
 * The interval of polls, in milliseconds: it connects in a few seconds, and stops by itself when unused. Null: never.
 */
function getPollInterval(status: DemoServer["status"]): number | null {
  switch (status) {
    case "Starting":
      return 1_000;
    case "Online":
      return 10_000;
    case "Off":
    case "Failed":
      return null;
    default:
      return assertNever(status);
  }
}

/** The user's own demo server, and the actions on it. */
export function useDemoServer() {
  const [everyMs, setEveryMs] = useState<number | null>(null);
  const { value, reload } = useQuery(load, { everyMs });
  const starting = useAction("starting the demo server", { message: () => null });
  const stopping = useAction("stopping the demo server");
  const status = value?.status ?? null;
  useEffect(() => setEveryMs(status === null ? null : getPollInterval(status)), [status]);

  const start = () => starting.run(async () => void (await call("startDemoServer"))).then(reload);
  const stop = () => stopping.run(async () => void (await call("stopDemoServer"))).then(reload);
  return {
    demo: value,
    isStarting: starting.busy,
    isStopping: stopping.busy,
    /** The reason why it could not be started. */
    problem: starting.failure?.message ?? value?.error ?? null,
    start: () => void start(),
    stop: () => void stop(),
  };
}
