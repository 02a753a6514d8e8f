import { LIST_DEFAULTS } from "@understudy/shared/api/list.ts";
import { userRoutes } from "@understudy/shared/api/user.ts";
import { changePassword } from "../commands/users/change-password.ts";
import { createUser } from "../commands/users/create-user.ts";
import { updateUser } from "../commands/users/update-user.ts";
import { keepDevice } from "../http/keep-device.ts";
import { presentCurrentUser, presentPerson } from "../presenters/user.ts";
import { handle, handleSession } from "./handle.ts";

export const userHandlers = {
  getUser: handle(userRoutes.getUser, async ({ web, user }) => presentCurrentUser(user, web.config)),

  changePassword: handleSession(userRoutes.changePassword, async ({ web, ctx, body, user, session }) => {
    keepDevice(web, ctx, await changePassword(web, web.loginLimits, { user, session }, body));
    return null;
  }),

  listUsers: handle(userRoutes.listUsers, async ({ web }) => {
    const users = await web.store.users.find({}, { sort: { name: 1, _id: 1 }, naturally: true });
    const page_size = Math.max(LIST_DEFAULTS.page_size, users.length);
    return { items: users.map(presentPerson), total_count: users.length, page_size };
  }),

  createUser: handle(userRoutes.createUser, async ({ web, body }) => {
    const { _id } = await createUser(web.store, body);
    return { id: _id };
  }),

  updateUser: handle(userRoutes.updateUser, async ({ web, params, body, user }) =>
    presentPerson(await updateUser(web, user, params.user_id, body)),
  ),
};
