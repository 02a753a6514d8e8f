import { request } from "node:http";
import type { Caller } from "./caller.ts";

export type RawAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

type Options = { method?: string; headers?: Record<string, string> };

/** A request that goes out as it is written: `fetch` would resolve a path's dots, and adds headers of its own to conditions. */
export function rawRequest(
  caller: Caller,
  path: string,
  { method = "GET", headers: added = {} }: Options = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(caller.url);
    const headers = { cookie: caller.cookie(), origin: caller.url, ...added };
    const sent = request({ hostname, port, path, method, headers, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
    });
    sent.once("error", reject).end();
  });
}
