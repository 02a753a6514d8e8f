/** A network between a client and the platform, for a test to cut: a TCP proxy. */
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "@understudy/server/boot/store-process.ts";
import { atEnd } from "../cleanup.ts";

export type Network = {
  /** The platform, seen through it. */
  readonly url: string;
  /** Nothing arrives any more, and nobody is told: what is on its way waits in it. */
  hold(): void;
  /** It is whole again, and what waited arrives. */
  release(): void;
  /** As it has been held for long: what waited is lost, the platform's side ends, the client's is left in silence. */
  lose(): void;
};

export async function startNetwork(platformUrl: string): Promise<Network> {
  const { hostname, port } = new URL(platformUrl);
  let isHeld = false;
  const pairs = new Set<{ client: Socket; platform: Socket }>();
  const pass = (from: Socket, to: Socket) => {
    from.on("data", (bytes) => void to.write(bytes));
    from.on("error", () => {});
    from.on("close", () => to.destroy());
    if (isHeld) from.pause();
  };
  const server = createServer((client) => {
    const platform = connect(Number(port), hostname);
    const pair = { client, platform };
    pairs.add(pair);
    client.once("close", () => pairs.delete(pair));
    pass(client, platform);
    pass(platform, client);
  });
  const listeningPort = await freePort();
  await new Promise<void>((resolve) => server.listen(listeningPort, "127.0.0.1", resolve));
  atEnd("a network", () => {
    for (const { client, platform } of pairs) for (const end of [client, platform]) end.destroy();
    server.close();
  });
  const each = (act: (end: Socket) => void) => {
    for (const { client, platform } of pairs) for (const end of [client, platform]) act(end);
  };
  return {
    url: `http://127.0.0.1:${listeningPort}`,
    hold: () => {
      isHeld = true;
      each((end) => end.pause());
    },
    release: () => {
      isHeld = false;
      each((end) => end.resume());
    },
    lose: () => {
      for (const { client, platform } of pairs) {
        platform.removeAllListeners("close");
        client.removeAllListeners("data");
        platform.destroy();
      }
    },
  };
}
