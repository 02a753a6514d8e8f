import type { Person } from "@understudy/shared/api/person.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "#api/call.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";

type Props = { person: Person; onChanged: () => void; onClose: () => void };

export function DeactivateDialog({ person, onChanged, onClose }: Props) {
  const { run, busy } = useAction("deactivating the user");
  const deactivate = async () => {
    await run(async () => {
      await call("updateUser", { params: { user_id: person.id }, body: { active: false } });
      notifySuccess(MESSAGES.personDeactivated(person.name));
      onChanged();
    });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={`Deactivate ${person.name}?`}
      text="They are logged out everywhere and cannot log in again, their API tokens are revoked, and their servers are disconnected. Their jobs and specs stay, and jobs on the platform go on. You can reactivate them at any time."
      confirmLabel="Deactivate"
      busy={busy}
      onConfirm={() => void deactivate()}
      onClose={onClose}
    />
  );
}
