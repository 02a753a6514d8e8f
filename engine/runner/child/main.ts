/** The child process of a runner: takes one order, does it, ends. All numerics of the product run in such children. */
import { setPriority } from "node:os";
import { ReadableStream } from "node:stream/web";
import { ALIVE_MS, type ToChild, toChild } from "../contract/messages.ts";
import { ORDER_NICENESS } from "./niceness.ts";
import { createFailure, report } from "./report.ts";

/** The requests of the runner since the order. */
const requests = { stop: false, suspend: false };

/** The messages of the runner, for an order that goes on with them. A reader that is done need not read the rest. */
const messageStream = new ReadableStream<ToChild>({
  start: (queue) => {
    process.on("message", (raw) => {
      const message = toChild.parse(raw);
      queue.enqueue(message);
      handleMessage(message);
    });
  },
});
const received = messageStream.values({ preventCancel: true });
function handleMessage(message: ToChild): void {
  switch (message.type) {
    case "stop":
      requests.stop = true;
      break;
    case "suspend":
      requests.suspend = true;
      break;
    case "tell":
    case "ask":
      break;
    default:
      run(message);
  }
}
// The runner died, or released this child.
process.on("disconnect", () => process.exit(1));
// Ctrl-C reaches every process of the terminal; the runner decides when this one ends.
process.on("SIGINT", () => undefined);

setInterval(() => report({ type: "alive" }), ALIVE_MS).unref();

type Order = Exclude<ToChild, { type: "stop" | "suspend" | "tell" | "ask" }>;
type OrderType = Order["type"];
type OrderByType = { [Type in OrderType]: Extract<Order, { type: Type }> };
/** An order of one of these types. */
type OrderOf<Type extends OrderType> = { [Each in Type]: OrderByType[Each] & { type: Each } }[Type];

/**
 * The functions that execute orders, by the type of the order. Each loads only the module that its order needs: while a training
 * keeps the cores busy, loading them all can take seconds.
 */
const ORDER_EXECUTORS: { readonly [Type in OrderType]: (order: OrderOf<Type>) => Promise<void> } = {
  "read-files": async ({ work }) => (await import("./read-files.ts")).readFiles(work),
  train: async (order) => (await import("./train.ts")).train(order, requests),
  "measure-speed": async () => (await import("./measure-speed.ts")).measureSpeed(),
  "place-simulations": async ({ work }) => (await import("./place-next.ts")).placeNext(work),
  "build-dataset": async ({ work }) =>
    (await import("../objectives/training/build-dataset.ts")).buildDataset(work),
  "search-emulator": async ({ work }) =>
    (await import("../objectives/optimization/search-emulator.ts")).searchEmulator(work),
  "search-servers": async ({ work }) =>
    (await import("../objectives/optimization/search-servers.ts")).searchServers(work, received),
  "sample-emulator": async ({ work }) =>
    (await import("../objectives/sampling/sample-emulator.ts")).sampleEmulator(work),
  "sample-servers": async ({ work }) =>
    (await import("../objectives/sampling/sample-servers.ts")).sampleServers(work, received),
  "find-out-of-spec": async ({ work, verifies }) =>
    (await import("../objectives/out-of-spec/find-out-of-spec.ts")).findOutOfSpec(work, verifies),
  "verify-out-of-spec": async ({ work }) =>
    (await import("../objectives/out-of-spec/verify-out-of-spec.ts")).verifyOutOfSpec(work, received),
};

async function run<Type extends OrderType>(order: OrderOf<Type>): Promise<void> {
  // People who use the pages come first. A long training lowers its priority further.
  setPriority(ORDER_NICENESS.short);
  try {
    await ORDER_EXECUTORS[order.type](order);
  } catch (error) {
    await report(createFailure(error));
  }
  process.exit(0);
}
