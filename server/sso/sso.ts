import { createHash, randomBytes } from "node:crypto";
import { SSO_LOGIN_MS } from "@understudy/shared/limits.ts";
import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import { z } from "zod";
import type { Config } from "../core/config.ts";
import { createSecretCookie, type SecretCookie } from "../http/secret-cookie.ts";
import { createLimiter } from "../rate-limits/limiter.ts";
import { SsoError } from "./failure.ts";
import { createSsoProvider, type SsoProvider } from "./provider.ts";

/** Log-ins from one address that were begun and did not succeed. Many people may share an address. */
const UNFINISHED_LIMIT = { points: 100, duration: 15 * 60 };

/** The services that log people in with single sign-on. */
export type Sso = {
  readonly provider: SsoProvider;
  readonly logins: SsoLogins;
  /** The cookie of a log-in that has begun. */
  readonly cookie: SecretCookie;
  readonly limits: ReturnType<typeof createSsoLimits>;
};

/** Null: it is not configured. */
export function openSso(config: Config, redis: Redis, installationId: string): Sso | null {
  if (config.oidc === null) return null;
  return {
    provider: createSsoProvider(config.oidc),
    logins: createSsoLogins(redis, config.redisPrefix),
    cookie: createSecretCookie(config, installationId, "sso"),
    limits: createSsoLimits(redis, config.redisPrefix),
  };
}

function createSsoLimits(redis: Redis, redisPrefix: string) {
  const unfinished = createLimiter(redis, { ...UNFINISHED_LIMIT, keyPrefix: `${redisPrefix}:sso:address` });
  return {
    /** @throws SsoError after too many */
    count: async (address: string): Promise<void> => {
      await unfinished.consume(address).catch((refusal: unknown) => {
        throw refusal instanceof RateLimiterRes ? new SsoError("too-many") : refusal;
      });
    },
    /** The log-in that was counted has succeeded. */
    forgive: async (address: string): Promise<void> => {
      await unfinished.reward(address);
    },
  };
}

const begun = z.object({
  checks: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  redirectUri: z.string(),
  /** The path to go to afterwards. */
  next: z.string(),
});
type BegunLogin = z.infer<typeof begun>;

type SsoLogins = ReturnType<typeof createSsoLogins>;

/** Log-ins that have begun, for all web processes: the browser holds a secret, and what it stands for is kept in Redis and read once. */
function createSsoLogins(redis: Redis, redisPrefix: string) {
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
