import { useCurrentUser } from "#data/current-user.ts";
import { AuditJournal } from "#features/audit/audit-journal.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";

/** /audit: to everybody but admins it does not exist. */
export function AuditPage() {
  return useCurrentUser().roles.includes("admin") ? <AuditJournal /> : <NotFoundPage />;
}
