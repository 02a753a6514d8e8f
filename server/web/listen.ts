import type { Server } from "node:http";
import { formatAddress } from "../core/address.ts";
import type { Config } from "../core/config.ts";

/** Resolves with the port once the server listens. @throws when the port is taken. */
export function listen(server: Server, { port, host }: Pick<Config, "port" | "host">): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(readPort(server));
    });
  });
}

/** The address by which processes of this machine reach a server that listens there. */
export function localAddress(host: string, port: number): string {
  if (host === "0.0.0.0") return formatAddress("127.0.0.1", port);
  return formatAddress(host === "::" ? "::1" : host, port);
}

function readPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The web server listens on no port.");
  return address.port;
}
