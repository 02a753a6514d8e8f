import { apiTokenRoutes } from "@understudy/shared/api/api-token.ts";
import { createApiToken, revokeApiToken } from "../commands/users/api-tokens.ts";
import { presentApiToken } from "../presenters/api-token.ts";
import { handle } from "./request/handle.ts";

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
