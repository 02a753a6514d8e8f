import type { Config } from "../config.ts";

type Sender = { origin?: string | undefined; host?: string | undefined };

/**
 * Whether a request comes from a page of this installation: its `Origin` is PUBLIC_URL or, where that is not set, the
 * very host that was asked. A browser cannot be made to lie about either.
 */
export type OriginCheck = (sender: Sender) => boolean;

export function createOriginCheck({ publicUrl }: Pick<Config, "publicUrl">): OriginCheck {
  const expected = publicUrl === null ? null : new URL(publicUrl).origin;
  return ({ origin, host }) => {
    if (origin === undefined || !URL.canParse(origin)) return false;
    if (expected !== null) return origin === expected;
    return new URL(origin).host === host;
  };
}
