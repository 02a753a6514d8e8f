import { userRoutes } from "@understudy/shared/api/user.ts";
import { changePassword } from "../commands/users/password-links.ts";
import { presentCurrentUser } from "../presenters/user.ts";
import { keepDevice } from "./people/keep-device.ts";
import { handle, handleSession } from "./request/handle.ts";

export const userHandlers = {
  getUser: handle(userRoutes.getUser, async ({ web, user }) => presentCurrentUser(user, web.config)),

  changePassword: handleSession(userRoutes.changePassword, async ({ web, ctx, body, user, session }) => {
    keepDevice(web, ctx, await changePassword(web, web.loginLimits, { user, session }, body));
    return null;
  }),
};
