import { useCurrentUser } from "#data/current-user.ts";
import { UserList } from "#features/users/user-list.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";

/** /users: to everybody but admins it does not exist. */
export function UsersPage() {
  return useCurrentUser().roles.includes("admin") ? <UserList /> : <NotFoundPage />;
}
