import { Modal } from "@mantine/core";
import type { Person } from "@understudy/shared/api/person.ts";
import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { PersonDialog } from "./person-dialog.tsx";
import { ResetPassword } from "./reset-password.tsx";

/** The action that an admin is about to take. */
export type Task =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "reset" | "deactivate" | "delete"; readonly person: Person };

type Props = { task: Task | null; onChanged: () => void; onClose: () => void };

const formatTitle = (task: Task): string => {
  if (task.kind === "create") return "Create User";
  if (task.kind === "edit") return `Edit ${task.person.name}`;
  return task.kind === "reset" ? `Reset the password of ${task.person.name}` : `Delete ${task.person.name}?`;
};

/** The dialog of a task; closed while there is none. */
export function UserDialogs({ task, onChanged, onClose }: Props) {
  if (task?.kind === "deactivate") {
    return <DeactivateDialog person={task.person} onChanged={onChanged} onClose={onClose} />;
  }
  return (
    <Modal
      opened={task !== null}
      onClose={onClose}
      title={task && formatTitle(task)}
      size={520}
      // What is shown once must not be lost by a click beside it.
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {task !== null && <Content task={task} onChanged={onChanged} onClose={onClose} />}
    </Modal>
  );
}

function Content({ task, ...rest }: Props & { task: Task }) {
  if (task.kind === "create") return <PersonDialog person={null} {...rest} />;
  if (task.kind === "reset") return <ResetPassword person={task.person} {...rest} />;
  if (task.kind === "delete") return <DeleteUser person={task.person} {...rest} />;
  return <PersonDialog person={task.person} {...rest} />;
}
