/** Single sign-on: two addresses that browsers are sent to, which answer with where to go next, never with an error. */
import { SSO_PATHS, ssoRoutes } from "@understudy/shared/api/sso.ts";
import { safePath } from "@understudy/shared/safe-path.ts";
import type Koa from "koa";
import { recordAudit } from "../audit/record.ts";
import { endSession, openSession } from "../commands/users/sessions.ts";
import { ssoUser } from "../commands/users/sso-user.ts";
import { log } from "../core/log.ts";
import { askedOrigin } from "../http/origin.ts";
import type { Identity } from "../sso/claims.ts";
import { SsoError } from "../sso/failure.ts";
import { newChecks } from "../sso/provider.ts";
import type { Sso } from "../sso/sso.ts";
import { readOrigin } from "./people/login-device.ts";
import { handleAnyone, type Web } from "./request/handle.ts";

export const ssoHandlers = {
  getLoginOptions: handleAnyone(ssoRoutes.getLoginOptions, async ({ web }) => ({ sso: web.sso !== null })),
};

const nextIn = ({ query: { next } }: Koa.Context): string => safePath(typeof next === "string" ? next : null);

/** Sends the browser to the provider. @returns the address */
async function leave(web: Pick<Web, "config">, sso: Sso, ctx: Koa.Context): Promise<string> {
  await sso.limits.count(readOrigin(ctx.req, web.config).address);
  const origin = web.config.publicUrl ?? askedOrigin(ctx.req, web.config);
  if (origin === null) throw new SsoError("unavailable");
  const redirectUri = `${origin}${SSO_PATHS.callback}`;
  const checks = newChecks();
  const address = await sso.provider.loginUrl(redirectUri, checks);
  const { token, expires } = await sso.logins.begin({ checks, redirectUri, next: nextIn(ctx) });
  sso.cookie.set(ctx, token, expires);
  return address;
}

/** Logs in who comes back from the provider. @returns the path of the page that they wanted to open */
async function comeBack(web: Web, sso: Sso, ctx: Koa.Context): Promise<string> {
  const token = sso.cookie.read(ctx.req.headers.cookie);
  sso.cookie.clear(ctx);
  const { checks, redirectUri, next } = await sso.logins.take(token);
  const returned = new URL(redirectUri);
  returned.search = ctx.search;
  try {
    await openSsoSession(web, sso, ctx, await sso.provider.identify(returned, checks));
    return next;
  } catch (error) {
    return failedPath(error, next);
  }
}

async function openSsoSession(web: Web, sso: Sso, ctx: Koa.Context, identity: Identity): Promise<void> {
  const { user, isNew } = await ssoUser(web, identity);
  const origin = readOrigin(ctx.req, web.config);
  const session = await openSession(web, user, origin);
  const subjects = [{ kind: "user", id: user._id, name: user.name }] as const;
  await recordAudit(web, user, [
    ...(isNew ? [{ action: "user-created", subjects, detail: "with single sign-on" } as const] : []),
    { action: "logged-in", detail: `with single sign-on, from ${origin.address}` },
  ]);
  const before = await web.sessions.find(web.cookie.read(ctx.req.headers.cookie));
  if (before !== null) await endSession(web, before.session._id);
  web.cookie.set(ctx, session.token, session.expires);
  await sso.limits.forgive(origin.address);
}

const STEP_HANDLERS = new Map([
  [SSO_PATHS.login, leave],
  [SSO_PATHS.callback, comeBack],
] as const);

/** The log-in page, with the reason. */
function failedPath(error: unknown, next: string): string {
  if (!(error instanceof SsoError)) log.error({ err: error }, "single sign-on failed");
  else if (error.failure === "unavailable") log.warn({ err: error }, "single sign-on failed");
  const failure = error instanceof SsoError ? error.failure : "unavailable";
  return `/login?${new URLSearchParams({ ...(next !== "/" && { next }), sso: failure })}`;
}

/** Serves the addresses of single sign-on. Where it is not configured, these addresses do not exist. */
export const serveSso =
  (web: Web): Koa.Middleware =>
  async (ctx, next) => {
    const step = [...STEP_HANDLERS].find(([path]) => path === ctx.path)?.[1];
    if (web.sso === null || step === undefined || ctx.method !== "GET") return await next();
    ctx.set("Cache-Control", "no-store");
    const address = await step(web, web.sso, ctx).catch((error: unknown) => failedPath(error, nextIn(ctx)));
    ctx.redirect(address);
  };
