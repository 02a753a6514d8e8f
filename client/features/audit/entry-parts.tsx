import { Text } from "@mantine/core";
import type { AuditEntry, AuditSubject } from "@understudy/shared/api/audit.ts";
import { AUDIT_ACTION_TEXTS } from "@understudy/shared/texts/audit-texts.ts";
import { TextLink } from "#ui/text-link.tsx";

const KIND_LABELS = { job: "Job", spec: "Spec", user: "User" } as const;
const PATH_BY_KIND = { job: "/jobs", spec: "/specs" } as const;

/** The subject of an entry, by its name of then; a link where the subject may still exist. */
function Subject({ subject: { kind, id, name }, isDeleted }: { subject: AuditSubject; isDeleted: boolean }) {
  const title = `${KIND_LABELS[kind]} ${id}`;
  return (
    <span title={title}>
      {kind === "user" || isDeleted ? name : <TextLink to={`${PATH_BY_KIND[kind]}/${id}`}>{name}</TextLink>}
      {kind !== "user" && (
        <Text span inherit c="dimmed">
          {` (${title})`}
        </Text>
      )}
    </span>
  );
}

/** @param isOnJobPage the job itself, which comes first, goes without saying */
export function Subjects({
  entry: { subjects, action },
  isOnJobPage = false,
}: {
  entry: AuditEntry;
  isOnJobPage?: boolean;
}) {
  return subjects.slice(isOnJobPage ? 1 : 0).map((subject, i) => (
    <span key={`${subject.kind} ${subject.id}`}>
      {i > 0 && ", "}
      <Subject subject={subject} isDeleted={action.endsWith("-deleted")} />
    </span>
  ));
}

export const actionText = ({ action }: AuditEntry): string => AUDIT_ACTION_TEXTS[action];

/** Names the person who did it, and says if a script did it for them. */
export function Who({ entry: { user, by_token } }: { entry: AuditEntry }) {
  return (
    <span title={`User ${user.id}`}>
      {user.name}
      {by_token && (
        <Text span inherit c="dimmed">
          {" "}
          (API token)
        </Text>
      )}
    </span>
  );
}
