import { ActionIcon, Alert, Button, Group, Menu } from "@mantine/core";
import {
  IconAlertTriangle,
  IconDots,
  IconKey,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
} from "@tabler/icons-react";
import type { SortOrder } from "@understudy/shared/api/list.ts";
import { PERSON_SORT_COLUMNS, type Person, personRoutes } from "@understudy/shared/api/person.ts";
import { DEFAULT_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { PLATFORM_MESSAGES } from "@understudy/shared/messages/platform.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useQuery } from "#data/query.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { FilterBox } from "#ui/filter-box.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PagedTable } from "#ui/paged-table.tsx";
import { WithCsv } from "#ui/table-csv.tsx";
import { urlQuery } from "#ui/url-query.ts";
import { useAction } from "#ui/use-action.ts";
import { useUrlQuery } from "#ui/use-url-query.ts";
import { userColumns } from "./columns.tsx";
import { type Task, UserDialogs } from "./user-dialogs.tsx";

/** Lists the people who have an account, with the actions of an admin. */
export function UserList() {
  const { id: ownId } = useCurrentUser();
  const [query, change] = useUrlQuery(usersQuery);
  const { value, failure, reload } = useUsers(query);
  const [task, setTask] = useState<Task | null>(null);
  return (
    <>
      <PageHeader title="Users">
        <Button leftSection={<IconUserPlus size={16} />} onClick={() => setTask({ kind: "create" })}>
          Create User
        </Button>
      </PageHeader>
      <PlatformNotices />
      <Group mb="xs">
        <FilterBox
          value={query.filter}
          onChange={(filter) => change({ filter })}
          placeholder="Filter by name or email"
        />
      </Group>
      <PagedTable<Person, UsersQuery["sort_by"]>
        item="user"
        label="Users"
        columns={userColumns(ownId, (person) => (
          <UserMenu person={person} isOwn={person.id === ownId} onTask={setTask} onChanged={reload} />
        ))}
        page={value && { rows: value.items, totalCount: value.total_count }}
        failure={failure}
        onRetry={reload}
        id={({ id }) => id}
        query={query}
        sortColumns={PERSON_SORT_COLUMNS}
        onQuery={change}
        frame={(table) => <WithCsv label="Users">{table}</WithCsv>}
        emptyText={MESSAGES.noMatches("user")}
      />
      <UserDialogs task={task} onChanged={reload} onClose={() => setTask(null)} />
    </>
  );
}

/** A page of the people; other admins change them too, so it is read again every so often. */
function useUsers({ page_number, page_size, sort_by, sort_order, filter }: UsersQuery) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listUsers", {
        query: { page_number, page_size, sort_by, sort_order, ...(filter && { filter }) },
        signal,
      }),
    [page_number, page_size, sort_by, sort_order, filter],
  );
  return useQuery(load, { everyMs: HISTORY_POLL_MS });
}

const load = (signal: AbortSignal) => call("getPlatformHealth", { signal });

/** Tells an admin what keeps jobs from being worked on, and which machines still exist although nobody needs them. */
function PlatformNotices() {
  const { value: health } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  if (!health) return null;
  const machines = health.stuck_machines.map(({ name, problem }) => `${name}: ${problem}`);
  const notices = [
    ...(health.disk ? [] : [PLATFORM_MESSAGES.diskFault]),
    ...(health.redis ? [] : [PLATFORM_MESSAGES.redisFault]),
    ...(health.runner === false ? [MESSAGES.noRunner] : []),
    ...machines,
  ];
  return notices.map((notice) => (
    <Alert
      key={notice}
      color="yellow"
      variant="light"
      role="status"
      mb="sm"
      icon={<IconAlertTriangle size={18} />}
    >
      {notice}
    </Alert>
  ));
}

type UsersQuery = {
  page_number: number;
  page_size: number;
  sort_by: (typeof PERSON_SORT_COLUMNS)[number];
  sort_order: SortOrder;
  filter: string;
};

const DEFAULT_USERS: UsersQuery = {
  page_number: 1,
  page_size: DEFAULT_PAGE_SIZE,
  sort_by: "name",
  sort_order: "ascending",
  filter: "",
};

const usersQuery = urlQuery<UsersQuery>(personRoutes.listUsers.query, DEFAULT_USERS);

type Props = {
  person: Person;
  isOwn: boolean;
  onTask: (task: Task) => void;
  onChanged: () => void;
};

/** The actions of an admin on one person. Nobody ends their own account. */
function UserMenu({ person, isOwn, onTask, onChanged }: Props) {
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
