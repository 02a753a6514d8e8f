/** A network of a longer way between clients and a web process, in a thread of its own: what passes it is late, and now and then sent again. */
import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { z } from "zod";
import { createRandom } from "../../engine/math/random.ts";
import { atEnd } from "../support/cleanup.ts";

/** TCP waits so long at least until it sends a packet again. */
const RESEND_MS = 200;

const conditionsSchema = z.object({
  /** The web processes behind it: a connection goes to the first that takes it. */
  targets: z.array(z.object({ hostname: z.string(), port: z.number() })),
  /** From one end to the other. */
  delayMs: z.number(),
  /** The share of packets that are lost and sent again. */
  lossShare: z.number(),
});
type Conditions = z.infer<typeof conditionsSchema>;

/** The network that people who work together are measured on. */
export const SLOW_NETWORK = { delayMs: 100, lossShare: 0.01 };

/**
 * @param webUrls of a web process, and of those that take its connections once it is gone
 * @returns the address of these as clients see it through this network
 */
export async function startSlowNetwork(
  webUrls: readonly string[],
  conditions = SLOW_NETWORK,
): Promise<string> {
  const targets = webUrls
    .map((url) => new URL(url))
    .map(({ hostname, port }) => ({ hostname, port: Number(port) }));
  const thread = new Worker(new URL(import.meta.url), { workerData: { targets, ...conditions } });
  atEnd("a slow network", () => thread.terminate());
  const listening = await new Promise<number>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  });
  return `http://127.0.0.1:${listening}`;
}

/** @returns null where nobody takes the connection */
async function connectFirst(targets: Conditions["targets"]): Promise<Socket | null> {
  for (const { hostname: host, port } of targets) {
    const socket = createConnection({ host, port, noDelay: true });
    const isTaken = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    if (isTaken) return socket;
  }
  return null;
}

function serve({ targets, delayMs, lossShare }: Conditions): void {
  const random = createRandom(targets[0]?.port ?? 0);
  const pass = (from: Socket, to: Socket) => {
    const onTheWay: { readonly bytes: Buffer; readonly arrival: number }[] = [];
    const deliver = () => {
      while ((onTheWay[0]?.arrival ?? Number.POSITIVE_INFINITY) <= performance.now())
        to.write(onTheWay.shift()?.bytes ?? "");
      waitForNext();
    };
    const waitForNext = () => {
      const [next] = onTheWay;
      if (next !== undefined) setTimeout(deliver, Math.max(0, next.arrival - performance.now()));
    };
    from.on("data", (bytes) => {
      const resent = random.uniform() < lossShare ? RESEND_MS : 0;
      // Bytes arrive in the order in which they were sent: what follows a lost packet waits for it.
      const arrival = Math.max(onTheWay.at(-1)?.arrival ?? 0, performance.now() + delayMs + resent);
      onTheWay.push({ bytes, arrival });
      if (onTheWay.length === 1) waitForNext();
    });
    from.on("error", () => {});
    from.resume();
    from.on("close", () => setTimeout(() => to.destroy(), delayMs + RESEND_MS));
  };
  const join = async (client: Socket) => {
    client.on("error", () => {});
    const web = await connectFirst(targets);
    if (web === null) {
      client.destroy();
      return;
    }
    pass(client, web);
    pass(web, client);
  };
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => void join(client));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") parentPort?.postMessage(address.port);
  });
}

if (!isMainThread) serve(conditionsSchema.parse(workerData));
