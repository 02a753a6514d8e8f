import { userRoutes } from "@understudy/shared/api/user.ts";
import { logIn } from "../../commands/log-in.ts";
import { endSession } from "../../commands/sessions.ts";
import { clientAddress } from "../../http/client-address.ts";
import { handleAnyone, handleSession } from "../handle.ts";

export const sessionHandlers = {
  logIn: handleAnyone(userRoutes.logIn, async ({ web, ctx, body, loggedIn }) => {
    const address = clientAddress(ctx.req, web.config.publicUrl);
    const { token, expires } = await logIn(web, web.loginLimits, { ...body, address });
    // Whoever logs in anew has done with the session before.
    if (loggedIn?.session) await endSession(web, loggedIn.session._id);
    web.cookie.set(ctx, token, expires);
    return {};
  }),

  logOut: handleSession(userRoutes.logOut, async ({ web, ctx, session }) => {
    await endSession(web, session._id);
    web.cookie.clear(ctx);
    return null;
  }),
};
