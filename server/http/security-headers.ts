import { randomBytes } from "node:crypto";
import type Koa from "koa";
import helmet from "koa-helmet";
import type { Config } from "../core/config.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The nonce that this answer's page may run scripts and add style sheets with. */
const nonces = new WeakMap<Koa.Context["req"], string>();
export function takeNonce(ctx: Koa.Context): string {
  const nonce = nonces.get(ctx.req) ?? randomBytes(16).toString("base64");
  nonces.set(ctx.req, nonce);
  return nonce;
}

/**
 * The headers of answers to calls, which no browser shows as a document: nothing in them may run or load anything. Those that apply to
 * documents only would be longer than most answers.
 */
const callHeaders = (hsts: Hsts) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { "default-src": ["'none'"], "frame-ancestors": ["'none'"] },
    },
    strictTransportSecurity: hsts,
    referrerPolicy: { policy: "same-origin" },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  });

type Hsts = { maxAge: number } | false;

/**
 * Nothing is loaded from anywhere else and no inline script runs. Style *attributes* are allowed (a page's library writes them
 * into its elements); style elements need the nonce. The socket's address is named because Safari does not take 'self' for it.
 */
export function securityHeaders({ publicUrl }: Pick<Config, "publicUrl">): Koa.Middleware {
  const https = publicUrl?.startsWith("https:") ?? false;
  const hsts = https && { maxAge: YEAR_SECONDS };
  const setForCall = callHeaders(hsts);
  return async (ctx, next) => {
    if (ctx.path.startsWith("/api/")) return await setForCall(ctx, next);
    const nonce = `'nonce-${takeNonce(ctx)}'`;
    const set = helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          "default-src": ["'self'"],
          "script-src": ["'self'", nonce],
          "style-src": ["'self'", nonce],
          "style-src-attr": ["'unsafe-inline'"],
          "img-src": ["'self'", "data:", "blob:"],
          "font-src": ["'self'", "data:"],
          "connect-src": ["'self'", ...socketAddress(ctx, https)],
          "worker-src": ["'self'", "blob:"],
          "object-src": ["'none'"],
          "base-uri": ["'self'"],
          "form-action": ["'self'"],
          "frame-ancestors": ["'none'"],
        },
      },
      strictTransportSecurity: hsts,
      referrerPolicy: { policy: "same-origin" },
    });
    await set(ctx, next);
  };
}

const socketAddress = (ctx: Koa.Context, https: boolean): string[] =>
  /^[\w.:[\]-]+$/.test(ctx.host) ? [`${https ? "wss" : "ws"}://${ctx.host}`] : [];
