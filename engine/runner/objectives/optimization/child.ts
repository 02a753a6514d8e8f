import type { OrderExecutors } from "../../child/order-executor.ts";

export const OPTIMIZATION_EXECUTORS: OrderExecutors<"search-emulator" | "search-servers"> = {
  "search-emulator": async ({ work }) => (await import("./search-emulator.ts")).searchEmulator(work),
  "search-servers": async ({ work }, messages) =>
    (await import("./search-servers.ts")).searchServers(work, messages),
};
