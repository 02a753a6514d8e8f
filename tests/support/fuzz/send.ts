import { Agent, request } from "node:http";
import type { FuzzRequest } from "./requests.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** As it is, with nothing set right on the way. @param headers In addition to its own, which win. */
export function sendRaw(
  url: string,
  { method, path, headers: requestHeaders, body }: FuzzRequest,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const length = body === null ? {} : { "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...length, ...requestHeaders } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8", 0, 500) }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
