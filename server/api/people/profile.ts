import { apiTokenRoutes } from "@understudy/shared/api/api-token.ts";
import { profileRoutes } from "@understudy/shared/api/profile.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { createApiToken, revokeApiToken } from "../../commands/users/api-tokens.ts";
import { endOtherSessions, endSession, openSessions } from "../../commands/users/sessions.ts";
import { renameUser } from "../../commands/users/update-user.ts";
import { notFound } from "../../core/problem.ts";
import { presentApiToken } from "../../presenters/api-token.ts";
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

export const apiTokenHandlers = {
  listApiTokens: handle(apiTokenRoutes.listApiTokens, async ({ web, user }) => {
    const records = await web.store.apiTokens.find({ user_id: user._id }, { sort: { _id: -1 } });
    return { items: records.map(presentApiToken) };
  }),

  createApiToken: handle(apiTokenRoutes.createApiToken, async ({ web, user, body }) => {
    const { token, record } = await createApiToken(web, user, body);
    return { ...presentApiToken(record), token };
  }),

  revokeApiToken: handle(apiTokenRoutes.revokeApiToken, async ({ web, user, params }) => {
    await revokeApiToken(web, user._id, params.token_id);
    return null;
  }),
};
