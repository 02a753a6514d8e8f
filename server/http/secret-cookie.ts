import type Koa from "koa";
import type { Config } from "../core/config.ts";
import { isHttps } from "./client-address.ts";

/** The cookie in which a browser keeps a secret. */
export type SecretCookie = {
  readonly name: string;
  /** The secret in a `Cookie` header, of a request or of a socket's handshake. */
  read(header: string | undefined): string | undefined;
  set(ctx: Koa.Context, token: string, expires: Date): void;
  clear(ctx: Koa.Context): void;
};

/**
 * @param installationId Browsers share cookies among the ports of a host: the name keeps two copies apart.
 * @param kind Of a session, which opens it, of a device that is known, or of a log-in with single sign-on that has begun
 */
export function createSecretCookie(
  { publicUrl, trustedProxies }: Pick<Config, "publicUrl" | "trustedProxies">,
  installationId: string,
  kind: "session" | "device" | "sso" = "session",
): SecretCookie {
  const secure = publicUrl?.startsWith("https:") ?? false;
  const name = `${secure ? "__Host-" : ""}understudy_${installationId}${kind === "session" ? "" : `_${kind}`}`;
  const write = (ctx: Koa.Context, value: string, expires: Date) => {
    // Without PUBLIC_URL the name is the same over http and https, but a browser that uses https sends the cookie over https alone.
    const isSecure = secure || isHttps(ctx.req, { trustedProxies });
    const attributes = `Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
    ctx.append("Set-Cookie", `${name}=${value}; ${attributes}`);
  };
  return {
    name,
    read: (header = "") => {
      const pairs = header.split(";").map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    },
    set: write,
    clear: (ctx) => write(ctx, "", new Date(0)),
  };
}
