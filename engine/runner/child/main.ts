/** The child process of a runner: takes one order, does it, ends. All numerics of the product run in such children. */
import { setPriority } from "node:os";
import { ReadableStream } from "node:stream/web";
import { ALIVE_MS, type ToChild, toChild } from "../contract/messages.ts";
import { OBJECTIVE_EXECUTORS } from "../objectives/executors.ts";
import { ORDER_NICENESS } from "./niceness.ts";
import type { OrderExecutors, OrderOf, OrderType } from "./order-executor.ts";
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

const EXECUTORS: OrderExecutors = {
  "read-files": async ({ work }) => (await import("./read-files.ts")).readFiles(work),
  train: async (order) => (await import("./train.ts")).train(order, requests),
  "measure-speed": async () => (await import("./measure-speed.ts")).measureSpeed(),
  "place-simulations": async ({ work }) => (await import("./place-next.ts")).placeNext(work),
  ...OBJECTIVE_EXECUTORS,
};

async function run<Type extends OrderType>(order: OrderOf<Type>): Promise<void> {
  // People who use the pages come first. A long training lowers its priority further.
  setPriority(ORDER_NICENESS.short);
  try {
    await EXECUTORS[order.type](order, received);
  } catch (error) {
    await report(createFailure(error));
  }
  process.exit(0);
}
