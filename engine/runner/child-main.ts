/** The child process of a runner: takes one order, does it, ends. All numerics of the product run in such children. */
import { setPriority } from "node:os";
import { ReadableStream } from "node:stream/web";
import { ORDER_NICENESS } from "./child/niceness.ts";
import { createFailure, report } from "./child/report.ts";
import { ALIVE_MS, type ToChild, toChild } from "./messages.ts";

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

async function run(order: Order): Promise<void> {
  // People who use the pages come first. A long training lowers its priority further.
  setPriority(ORDER_NICENESS.short);
  try {
    await executeOrder(order);
  } catch (error) {
    await report(createFailure(error));
  }
  process.exit(0);
}

/**
 * Loads only the module that the order needs: while a training keeps the cores busy, loading them all can take
 * seconds.
 */
async function executeOrder(order: Order): Promise<void> {
  switch (order.type) {
    case "read-files":
      return (await import("./child/read-files.ts")).readFiles(order.work);
    case "train":
      return (await import("./child/train.ts")).train(order, requests);
    case "measure-speed":
      return (await import("./child/measure-speed.ts")).measureSpeed();
    case "build-dataset":
      return (await import("./objectives/training/build-dataset.ts")).buildDataset(order.work);
    case "place-simulations":
      return (await import("./child/place-next.ts")).placeNext(order.work);
    case "search-emulator":
      return (await import("./objectives/optimization/search-emulator.ts")).searchEmulator(order.work);
    case "sample-emulator":
      return (await import("./objectives/sampling/sample-emulator.ts")).sampleEmulator(order.work);
    case "find-out-of-spec":
      return (await import("./objectives/out-of-spec/find-out-of-spec.ts")).findOutOfSpec(
        order.work,
        order.verifies,
      );
    case "verify-out-of-spec":
      return (await import("./objectives/out-of-spec/verify-out-of-spec.ts")).verifyOutOfSpec(
        order.work,
        received,
      );
    case "sample-servers":
      return (await import("./objectives/sampling/sample-servers.ts")).sampleServers(order.work, received);
    case "search-servers":
      return (await import("./objectives/optimization/search-servers.ts")).searchServers(
        order.work,
        received,
      );
  }
}
