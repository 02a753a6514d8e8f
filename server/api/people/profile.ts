import { profileRoutes } from "@understudy/shared/api/profile.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { endOtherSessions, endSession, openSessions } from "../../commands/users/sessions.ts";
import { renameUser } from "../../commands/users/update-user.ts";
import { notFound } from "../../core/problem.ts";
import { presentSession, shownSessionId } from "../../presenters/session.ts";
import { presentCurrentUser } from "../../presenters/user.ts";
import { handle, handleSession } from "../request/handle.ts";

export const profileHandlers = {
  updateProfile: handle(profileRoutes.updateProfile, async ({ web, user, body }) =>
    presentCurrentUser(await renameUser(web, user._id, body.name), web.config),
  ),

  listSessions: handleSession(profileRoutes.listSessions, async ({ web, user, session }) => {
    const open = await openSessions(web, user._id);
    return { items: open.map((openSession) => presentSession(openSession, session._id)) };
  }),

  endOwnSession: handle(profileRoutes.endOwnSession, async ({ web, user, params }) => {
    const open = await openSessions(web, user._id);
    const named = open.find((session) => shownSessionId(session) === params.session_id);
    if (named === undefined) throw notFound(MESSAGES.sessionNotFound);
    await endSession(web, named._id);
    return null;
  }),

  endOtherSessions: handleSession(profileRoutes.endOtherSessions, async ({ web, user, session }) => {
    await endOtherSessions(web, user._id, session._id);
    return null;
  }),
};
