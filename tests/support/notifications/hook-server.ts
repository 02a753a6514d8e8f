/** Somebody's HTTP server that webhooks are posted to. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { atEnd } from "../cleanup.ts";

type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };
export type HookServer = {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Connections so far, whatever became of them. */
  connections(): number;
};

/** @param answer how the request with this index is answered; 204 unless it is given */
export async function startHookServer(
  answer: (response: ServerResponse, index: number) => void = (response) => response.writeHead(204).end(),
): Promise<HookServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    received.push({ path: request.url ?? "", headers: request.headers, body });
    answer(response, received.length - 1);
  });
  server.on("connection", () => connections++);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  atEnd("a webhook's receiver", () => {
    server.closeAllConnections();
    server.close();
  });
  const port = readPort(server);
  return { url: `http://127.0.0.1:${port}/hook`, port, received, connections: () => connections };
}

function readPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on no port.");
  return address.port;
}
