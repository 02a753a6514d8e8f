import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconKey, IconPencil, IconTrash, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import type { Person } from "@understudy/shared/api/person.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { call } from "#api/call.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";
import type { Task } from "./user-dialogs.tsx";

type Props = {
  person: Person;
  isOwn: boolean;
  onTask: (task: Task) => void;
  onChanged: () => void;
};

/** The actions of an admin on one person. Nobody ends their own account. */
export function UserMenu({ person, isOwn, onTask, onChanged }: Props) {
  const { run } = useAction("reactivating the user");
  const reactivate = () =>
    run(async () => {
      await call("updateUser", { params: { user_id: person.id }, body: { active: true } });
      notifySuccess(MESSAGES.personReactivated(person.name));
      onChanged();
    });
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${person.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onTask({ kind: "edit", person })}>
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKey size={16} />}
          disabled={isOwn || !person.active}
          onClick={() => onTask({ kind: "reset", person })}
        >
          Reset Password
        </Menu.Item>
        {person.active ? (
          <Menu.Item
            leftSection={<IconUserOff size={16} />}
            disabled={isOwn}
            onClick={() => onTask({ kind: "deactivate", person })}
          >
            Deactivate
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => void reactivate()}>
            Reactivate
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          disabled={isOwn}
          onClick={() => onTask({ kind: "delete", person })}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
