import { Outlet } from "react-router-dom";
import { useCurrentUser } from "#data/current-user.ts";
import { NotFoundPage } from "#ui/not-found-page.tsx";

export function FullUsersOnly() {
  return useCurrentUser().restricted ? <NotFoundPage /> : <Outlet />;
}
