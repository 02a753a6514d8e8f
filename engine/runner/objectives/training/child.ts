import type { OrderExecutors } from "../../child/order-executor.ts";

export const TRAINING_EXECUTORS: OrderExecutors<"build-dataset"> = {
  "build-dataset": async ({ work }) => (await import("./build-dataset.ts")).buildDataset(work),
};
