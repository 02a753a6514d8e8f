import type { OrderExecutors } from "../../child/order-executor.ts";

export const OUT_OF_SPEC_EXECUTORS: OrderExecutors<"find-out-of-spec" | "verify-out-of-spec"> = {
  "find-out-of-spec": async ({ work, verifies }) =>
    (await import("./find-out-of-spec.ts")).findOutOfSpec(work, verifies),
  "verify-out-of-spec": async ({ work }, messages) =>
    (await import("./verify-out-of-spec.ts")).verifyOutOfSpec(work, messages),
};
