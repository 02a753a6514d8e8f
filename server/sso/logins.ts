import { createHash, randomBytes } from "node:crypto";
import { SSO_LOGIN_MS } from "@understudy/shared/limits.ts";
import type { Redis } from "ioredis";
import { z } from "zod";
import { SsoError } from "./failure.ts";

const begun = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  redirectUri: z.string(),
  /** The path to go to afterwards. */
  next: z.string(),
});
export type BegunLogin = z.infer<typeof begun>;

export type SsoLogins = ReturnType<typeof createSsoLogins>;

/** Log-ins that have begun, for all web processes: the browser holds a secret, and what it stands for is kept in Redis and read once. */
export function createSsoLogins(redis: Redis, redisPrefix: string) {
  const key = (token: string) => `${redisPrefix}:sso:${createHash("sha256").update(token).digest("hex")}`;
  const refuseWithoutRedis = () => {
    // Its commands would wait until it is back, and so would the browser.
    if (redis.status !== "ready") throw new SsoError("unavailable");
  };
  return {
    /** @returns the secret that the browser keeps meanwhile */
    begin: async (login: BegunLogin): Promise<{ token: string; expires: Date }> => {
      refuseWithoutRedis();
      const token = randomBytes(32).toString("base64url");
      await redis.set(key(token), JSON.stringify(login), "PX", SSO_LOGIN_MS);
      return { token, expires: new Date(Date.now() + SSO_LOGIN_MS) };
    },
    /** @throws SsoError when this browser has begun none, or long ago, or has used it */
    take: async (token: string | undefined): Promise<BegunLogin> => {
      refuseWithoutRedis();
      const [[, stored] = []] = token
        ? ((await redis.multi().get(key(token)).del(key(token)).exec()) ?? [])
        : [];
      if (typeof stored !== "string") throw new SsoError("expired");
      return begun.parse(JSON.parse(stored));
    },
  };
}
