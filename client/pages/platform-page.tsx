import { useCurrentUser } from "#data/current-user.ts";
import { PlatformState } from "#features/platform/platform.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";

/** /platform: to everybody but admins it does not exist. */
export function PlatformPage() {
  return useCurrentUser().roles.includes("admin") ? <PlatformState /> : <NotFoundPage />;
}
