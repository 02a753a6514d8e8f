/** The network between the product and its MongoDB: it can be slow, silent or cut, and the database's clock wrong. */
import { createConnection, createServer, type Socket } from "node:net";
import { atEnd } from "../cleanup.ts";

export type NetworkConditions = {
  /** From one end to the other (ms). */
  readonly delayMs: number;
  /** Nothing arrives any more, as from a machine that is frozen; what was sent arrives later. */
  readonly isSilent: boolean;
  /** Connections break, and no new ones are made. */
  readonly isCut: boolean;
  /** The database's clock is ahead by so much (ms). */
  readonly clockOffsetMs: number;
};
export const HEALTHY_NETWORK: NetworkConditions = {
  delayMs: 0,
  isSilent: false,
  isCut: false,
  clockOffsetMs: 0,
};

/** The field of MongoDB's answer to `hello` that tells its time, in BSON: a type, the name, and 64 bits of milliseconds. */
const TIME_FIELD = Buffer.from("\x09localTime\0", "latin1");

function shiftTime(bytes: Buffer, offsetMs: number): void {
  if (offsetMs === 0) return;
  for (let at = bytes.indexOf(TIME_FIELD); at >= 0; at = bytes.indexOf(TIME_FIELD, at + 1)) {
    const value = at + TIME_FIELD.length;
    if (value + 8 <= bytes.length)
      bytes.writeBigInt64LE(bytes.readBigInt64LE(value) + BigInt(offsetMs), value);
  }
}

export class DatabaseNetwork {
  readonly #sockets = new Set<Socket>();
  readonly #deliveries = new Set<() => void>();
  #conditions = HEALTHY_NETWORK;

  /** @returns the network, and the port at which the product finds the database */
  static async start(databasePort: number): Promise<{ network: DatabaseNetwork; port: number }> {
    const network = new DatabaseNetwork();
    const server = createServer({ noDelay: true }, (client) => network.#connect(client, databasePort));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    atEnd("the network of a database", () => {
      for (const socket of network.#sockets) socket.destroy();
      server.close();
    });
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the network has no port");
    return { network, port: address.port };
  }

  change(conditions: Partial<NetworkConditions>): void {
    this.#conditions = { ...HEALTHY_NETWORK, ...conditions };
    if (this.#conditions.isCut) for (const socket of this.#sockets) socket.destroy();
    for (const deliver of this.#deliveries) deliver();
  }

  #connect(client: Socket, databasePort: number): void {
    if (this.#conditions.isCut) {
      client.destroy();
      return;
    }
    const database = createConnection({ host: "127.0.0.1", port: databasePort, noDelay: true });
    this.#pass(client, database);
    this.#pass(database, client);
  }

  #pass(from: Socket, to: Socket): void {
    const onTheWay: { readonly bytes: Buffer; readonly arrival: number }[] = [];
    let timer: NodeJS.Timeout | undefined;
    const deliver = () => {
      clearTimeout(timer);
      if (this.#conditions.isSilent) return;
      const now = performance.now();
      while ((onTheWay[0]?.arrival ?? Number.POSITIVE_INFINITY) <= now)
        to.write(onTheWay.shift()?.bytes ?? "");
      const [next] = onTheWay;
      if (next !== undefined) timer = setTimeout(deliver, next.arrival - now);
    };
    this.#sockets.add(from);
    this.#deliveries.add(deliver);
    from.on("data", (bytes) => {
      shiftTime(bytes, this.#conditions.clockOffsetMs);
      onTheWay.push({ bytes, arrival: performance.now() + this.#conditions.delayMs });
      deliver();
    });
    from.on("error", () => {});
    from.on("close", () => {
      clearTimeout(timer);
      this.#sockets.delete(from);
      this.#deliveries.delete(deliver);
      to.destroy();
    });
  }
}
