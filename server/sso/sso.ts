import type { Redis } from "ioredis";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../config.ts";
import { createSecretCookie, type SecretCookie } from "../http/secret-cookie.ts";
import { createLimiter } from "../rate-limits/limiter.ts";
import { SsoError } from "./failure.ts";
import { createSsoLogins, type SsoLogins } from "./logins.ts";
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
