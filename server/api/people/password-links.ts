import { passwordLinkRoutes } from "@understudy/shared/api/password-link.ts";
import { recordAudit } from "../../audit/record.ts";
import { choosePassword, ownerOfPasswordLink } from "../../commands/users/password-links.ts";
import { endSession, openSession } from "../../commands/users/sessions.ts";
import { handleAnyone } from "../request/handle.ts";
import { keepDevice } from "./keep-device.ts";
import { readOrigin } from "./login-origin.ts";

export const passwordLinkHandlers = {
  readPasswordLink: handleAnyone(passwordLinkRoutes.readPasswordLink, async ({ web, body }) => {
    const { name, email } = await ownerOfPasswordLink(web, body.token);
    return { name, email };
  }),

  choosePassword: handleAnyone(passwordLinkRoutes.choosePassword, async ({ web, ctx, body, loggedIn }) => {
    const user = await choosePassword(web, body.token, body.password);
    await recordAudit(web, user, [{ action: "password-changed", detail: "by link" }]);
    // Whoever was logged in here before is so no longer.
    if (loggedIn?.session) await endSession(web, loggedIn.session._id);
    const { token, expires } = await openSession(web, user, readOrigin(ctx.req, web.config));
    web.cookie.set(ctx, token, expires);
    keepDevice(web, ctx, user);
    return {};
  }),
};
