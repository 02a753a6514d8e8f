import { Badge, Group, Text } from "@mantine/core";
import type { Person } from "@understudy/shared/api/person.ts";
import type { ReactNode } from "react";
import type { Column } from "#ui/data-table.tsx";
import { Moment } from "#ui/moment.tsx";
import { getKind, KIND_LABELS } from "./kinds.ts";
import classes from "./users.module.css";

const jobs = (count: number): string => (count === 1 ? "1 job" : `${count} jobs`);

/** The kind of a person, and the exceptions from it. */
function Kind({ person }: { person: Person }) {
  const kind = getKind(person);
  const rest = [
    ...(person.queue_weight === 1 ? [] : [`weight ${person.queue_weight}`]),
    ...(kind === "restricted" ? [jobs(person.accessible_job_ids.length)] : []),
    ...(kind === "restricted" && person.may_download_models ? ["may download models"] : []),
    ...(kind === "restricted" && person.may_comment ? ["may comment"] : []),
    ...(kind !== "restricted" && person.hide_specs ? ["specs hidden"] : []),
  ];
  return (
    <Group gap={6} wrap="wrap">
      <span>{[KIND_LABELS[kind], ...rest].join(", ")}</span>
      {!person.active && (
        <Badge size="sm" variant="default" tt="none">
          Deactivated
        </Badge>
      )}
      {person.active && person.has_sso && (
        <Badge size="sm" variant="default" tt="none">
          Single sign-on
        </Badge>
      )}
      {person.active && !person.has_password && !person.has_sso && (
        <Badge size="sm" variant="default" tt="none">
          No password yet
        </Badge>
      )}
    </Group>
  );
}

/** @param actions the menu of a row */
export const userColumns = (ownId: number, actions: (person: Person) => ReactNode): Column<Person>[] => [
  {
    key: "name",
    header: "Name",
    sortable: true,
    cell: (person) => (
      <>
        <span className={classes.name} title={person.name}>
          {person.name}
          {person.id === ownId && (
            <Text span inherit c="dimmed" fw={400}>
              {" "}
              (you)
            </Text>
          )}
        </span>
        <Text component="div" hiddenFrom="lg" size="sm" c="dimmed" className={classes.email}>
          {person.email}
        </Text>
        {/* Where the window is too narrow for the other columns. */}
        <div className={classes.below}>
          <Kind person={person} />
          <span>
            Last seen: <Moment time={person.last_seen_time} none="never" />
          </span>
        </div>
      </>
    ),
  },
  {
    key: "email",
    header: "Email",
    sortable: true,
    width: 250,
    from: "lg",
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  { key: "kind", header: "Role", width: 290, from: "sm", cell: (person) => <Kind person={person} /> },
  {
    key: "last_seen_time",
    header: "Last seen",
    sortable: true,
    width: 140,
    from: "sm",
    cell: ({ last_seen_time }) => <Moment time={last_seen_time} none="Never" />,
  },
  {
    key: "creation_time",
    header: "Created",
    sortable: true,
    width: 140,
    from: "xl",
    cell: ({ creation_time }) => <Moment time={creation_time} none="" />,
  },
  { key: "actions", header: "", width: 52, align: "right", cell: actions },
];
