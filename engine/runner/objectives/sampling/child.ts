import type { OrderExecutors } from "../../child/order-executor.ts";

export const SAMPLING_EXECUTORS: OrderExecutors<"sample-emulator" | "sample-servers"> = {
  "sample-emulator": async ({ work }) => (await import("./sample-emulator.ts")).sampleEmulator(work),
  "sample-servers": async ({ work }, messages) =>
    (await import("./sample-servers.ts")).sampleServers(work, messages),
};
