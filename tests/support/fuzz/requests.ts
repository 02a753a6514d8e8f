/** Requests of every call of the contract, right, nearly right and wrong; the same for the same seed. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Random } from "@understudy/engine/math/random.ts";
import { type JsonSchema as Schema, toJsonSchema } from "@understudy/shared/api/json-schema.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { API_PREFIX, routes } from "@understudy/shared/api/routes.ts";
import { chance, fuzzValue, ODD_TEXTS, pick } from "./values.ts";

export type FuzzRequest = {
  method: string;
  /** As it is written into the request line. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** The index of the person who sends it. */
  sender: number;
};

/** Existing ids that stand for the parameters of a path, by the parameters' names. */
export type Pools = Readonly<Record<string, readonly string[]>>;

/** These end the sender's session, or start programs that outlive the request. */
const LEFT_OUT = new Set(["logOut", "startDemoServer", "prepareWorkerDownload"]);
const FUZZED_ROUTES: readonly Route[] = Object.entries(routes).flatMap(([name, route]) =>
  LEFT_OUT.has(name) ? [] : [route],
);

const OTHER_PATHS = [
  "/",
  "/jobs/1",
  "/index.html",
  "/assets/none.js",
  "/favicon.svg",
  "/static/identicons/0123456789abcdef.svg",
  "/static/work_dirs/1/data.csv",
  "/static/work_dirs/1/simulations/1/out.txt",
  "/static/work_dirs",
  "/static/specs/1",
  "/static/specs/1/1.zip",
  "/static/media/understudy-none.zip",
  "/api/live/?EIO=4&transport=polling",
  "/api/workers/?EIO=4&transport=websocket",
  "/api/internal",
];
const OTHER_METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"];

const ODD_HEADERS: readonly [string, string][] = [
  ["accept-encoding", "*;q=0"],
  ["accept-encoding", "identity;q=0"],
  ["accept-encoding", "gzip;q=nonsense, br;q=2, ,;"],
  ["accept-encoding", "x".repeat(500)],
  ["range", "bytes=0-0, 5-1, -"],
  ["if-none-match", '"'],
  ["if-modified-since", "never"],
  ["content-range", "bytes 5-1/2"],
  ["content-range", "bytes 0-1/99999999999999999999"],
  ["content-type", "application/json; charset=utf-99"],
  ["content-type", "multipart/form-data"],
  ["content-type", ";;;"],
  ["origin", "null"],
  ["origin", "http://["],
  ["cookie", "=;;;understudy_=%"],
  ["authorization", "Bearer x"],
  ["authorization", "Bearer"],
  ["x-forwarded-for", "a, b, \u007f".replace("\u007f", "c")],
  ["expect", "100-continue"],
];

const bodySchemas = new Map<Route, { query: Schema; body: Schema }>();

function readSchemas(route: Route): { query: Schema; body: Schema } {
  const cachedSchemas = bodySchemas.get(route);
  if (cachedSchemas !== undefined) return cachedSchemas;
  const made = { query: toJsonSchema(route.query), body: toJsonSchema(route.body) };
  bodySchemas.set(route, made);
  return made;
}

/** @param senders How many people there are to send it. */
export function fuzzRequest(random: Random, pools: Pools, senders: number): FuzzRequest {
  const sender = random.integer(senders);
  if (chance(random, 0.1)) return otherRequest(random, sender);
  const route = pick(random, FUZZED_ROUTES);
  const oddness = pick(random, [0, 0, 0.05, 0.3]);
  const { query, body } = readSchemas(route);
  const path = `${API_PREFIX}${makePath(route, random, pools, oddness)}${makeQuery(query, random, oddness)}`;
  const headers = makeHeaders(random, oddness);
  if (route.method === "GET" || route.method === "HEAD")
    return { method: route.method, path, headers, body: null, sender };
  const sent = encodeBody(fuzzValue(body, random, oddness), random, oddness, headers);
  return { method: route.method, path, headers, body: sent, sender };
}

function otherRequest(random: Random, sender: number): FuzzRequest {
  const path = pick(random, OTHER_PATHS);
  const odd = chance(random, 0.5) ? `/${encodeURIComponent(toWellFormed(pick(random, ODD_TEXTS)))}` : "";
  const raw = chance(random, 0.3)
    ? pick(random, ["/%", "/%ff", "/..%2f..%2fetc", "//", "?%00=%ff&a[]=1"])
    : "";
  return {
    method: pick(random, OTHER_METHODS),
    path: `${path}${odd}${raw}`,
    headers: makeHeaders(random, 0.5),
    body: null,
    sender,
  };
}

function makePath({ path }: Route, random: Random, pools: Pools, oddness: number): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const odd = chance(random, oddness) ? pick(random, ODD_TEXTS) : pick(random, pools[name] ?? ["1"]);
    return encodeURIComponent(toWellFormed(odd));
  });
}

function makeQuery(schema: Schema, random: Random, oddness: number): string {
  const value = fuzzValue(schema, random, oddness);
  if (typeof value !== "object" || value === null) return "?&=&a=b&a=c&[]";
  const pairs = Object.entries(value).map(([name, fieldValue]) => {
    const text = typeof fieldValue === "string" ? fieldValue : (JSON.stringify(fieldValue) ?? "");
    return `${encodeURIComponent(toWellFormed(name))}=${encodeURIComponent(toWellFormed(text).slice(0, 4_000))}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function makeHeaders(random: Random, oddness: number): Record<string, string> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (chance(random, oddness)) {
    const [name, value] = pick(random, ODD_HEADERS);
    headers[name] = value;
  }
  return headers;
}

/** As JSON; or cut, compressed, compressed wrongly, or no JSON at all. */
function encodeBody(
  value: unknown,
  random: Random,
  oddness: number,
  headers: Record<string, string>,
): Buffer {
  const json = Buffer.from(JSON.stringify(value) ?? "");
  if (!chance(random, oddness)) return json;
  const compressed = (coding: string, bytes: Buffer): Buffer => {
    headers["content-encoding"] = coding;
    return bytes;
  };
  return pick<() => Buffer>(random, [
    () => json.subarray(0, Math.floor(json.length / 2)),
    () => compressed("gzip", gzipSync(json)),
    () => compressed("gzip", gzipSync(json).subarray(0, 12)),
    () => compressed("gzip", json),
    () => compressed("br", brotliCompressSync(json).subarray(0, 3)),
    () => compressed("br", json),
    () => compressed("deflate", deflateSync(json).subarray(0, 5)),
    () => compressed("deflate", json),
    () => compressed("zstd", json),
    () => compressed("nonsense", json),
    () => Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
    () => Buffer.from(`${"[".repeat(10_000)}${"]".repeat(10_000)}`),
    () => Buffer.from('{"constructor": 1, "toString": 2, "__proto__": 3}'),
    () => Buffer.alloc(0),
  ])();
}

/** Lone surrogates have no place in an address. */
const toWellFormed = (text: string): string => text.toWellFormed();
