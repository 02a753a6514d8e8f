import { userRoutes } from "@understudy/shared/api/user.ts";
import { logIn } from "../commands/users/log-in.ts";
import { changePassword } from "../commands/users/password-links.ts";
import { endSession } from "../commands/users/sessions.ts";
import { presentCurrentUser } from "../presenters/user.ts";
import { keepDevice, readOrigin } from "./people/login-device.ts";
import { handle, handleAnyone, handleSession } from "./request/handle.ts";

export const userHandlers = {
  getUser: handle(userRoutes.getUser, async ({ web, user }) => presentCurrentUser(user, web.config)),

  changePassword: handleSession(userRoutes.changePassword, async ({ web, ctx, body, user, session }) => {
    keepDevice(web, ctx, await changePassword(web, web.loginLimits, { user, session }, body));
    return null;
  }),
};

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
