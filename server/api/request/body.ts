/**
 * Reads the JSON body of a request: it is refused before parsing when it is too large, too deep, or has too many
 * values.
 */
import { bodyParser } from "@koa/bodyparser";
import type { Route } from "@understudy/shared/api/route.ts";
import { measureJson } from "@understudy/shared/json-size.ts";
import { BODY_LIMITS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { Problem } from "../../core/problem.ts";
import { requestErrorStatus } from "../../http/errors.ts";

/** The time that the rest of a refused body may take to arrive. */
const DRAIN_MS = 5_000;

/** @returns reads the body of one request, an empty object where there is none; throws Problem 400 or 413 */
export function createBodyReader({ bodyLimit }: Route): (ctx: Koa.Context) => Promise<unknown> {
  const read = bodyParser({
    enableTypes: ["text"],
    extendTypes: { text: ["application/json"] },
    textLimit: bodyLimit,
  });
  return async (ctx) => {
    if (ctx.is("json") === false) throw new Problem(400, MESSAGES.invalidBody);
    await read(ctx, async () => {}).catch((error: unknown) => {
      const status = requestErrorStatus(error);
      if (status === 413) {
        drain(ctx);
        throw new Problem(413, MESSAGES.bodyTooLarge(sizeText(bodyLimit)));
      }
      // What has no status is an error of decompressing: the bytes are not what Content-Encoding says.
      throw status === null ? new Problem(400, MESSAGES.invalidBody) : error;
    });
    const text: unknown = ctx.request.body;
    return typeof text === "string" && text.trim() !== "" ? parse(text) : {};
  };
}

function parse(text: string): unknown {
  const { depth, brackets, keys } = measureJson(text);
  if (depth > BODY_LIMITS.maxDepth) throw new Problem(400, MESSAGES.bodyTooDeep(BODY_LIMITS.maxDepth));
  if (brackets > BODY_LIMITS.maxBrackets)
    throw new Problem(400, MESSAGES.tooManyBrackets(BODY_LIMITS.maxBrackets));
  if (keys > BODY_LIMITS.maxKeys) throw new Problem(400, MESSAGES.tooManyKeys(BODY_LIMITS.maxKeys));
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Problem(400, MESSAGES.invalidBody);
}

/** A client reads the refusal only once it has sent its request: a connection that is closed before shows it nothing. */
function drain(ctx: Koa.Context): void {
  ctx.set("Connection", "close");
  ctx.req.resume();
  const late = setTimeout(() => ctx.req.destroy(), DRAIN_MS);
  ctx.req.once("close", () => clearTimeout(late));
}

const sizeText = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${bytes / 1024} kB` : `${bytes / 1024 ** 2} MB`;
