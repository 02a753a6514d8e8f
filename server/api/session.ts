import { userRoutes } from "@understudy/shared/api/user.ts";
import { logIn } from "../commands/users/log-in.ts";
import { endSession } from "../commands/users/sessions.ts";
import { keepDevice } from "./people/keep-device.ts";
import { readOrigin } from "./people/login-origin.ts";
import { handleAnyone, handleSession } from "./request/handle.ts";

export const sessionHandlers = {
  logIn: handleAnyone(userRoutes.logIn, async ({ web, ctx, body, loggedIn }) => {
    const origin = readOrigin(ctx.req, web.config);
    const device = web.deviceCookie.read(ctx.req.headers.cookie);
    const { user, token, expires } = await logIn(web, { ...body, ...origin, device });
    // A new log-in ends the session before it.
    if (loggedIn?.session) await endSession(web, loggedIn.session._id);
    web.cookie.set(ctx, token, expires);
    keepDevice(web, ctx, user);
    return {};
  }),

  logOut: handleSession(userRoutes.logOut, async ({ web, ctx, session }) => {
    await endSession(web, session._id);
    web.cookie.clear(ctx);
    return null;
  }),
};
