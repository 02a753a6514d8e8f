import type { DraftField } from "@understudy/shared/api/job-draft.ts";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import type { StoredDraft } from "#data/job-drafts.ts";
import { EditMark } from "#ui/edit-mark.tsx";
import classes from "./shared-form.module.css";

/** The fields that others have changed since the page was opened. */
const MarkedFieldsContext = createContext<readonly DraftField[]>([]);

type MarksProps = {
  /** Null: this person fills the form in alone. */
  draft: StoredDraft | null;
  children: ReactNode;
};

/** Lets the fields below mark those that other people change. */
export function SharedFieldMarks({ draft, children }: MarksProps) {
  const { id: userId } = useCurrentUser();
  const [openings] = useState(() => new Map<number, number>());
  const marked = useMemo(() => {
    if (draft === null) return [];
    const openRevision = openings.get(draft.id) ?? draft.revision;
    openings.set(draft.id, openRevision);
    return [...draft.fields.values()].filter(
      ({ by, revision }) => by.id !== userId && revision > openRevision,
    );
  }, [draft, userId, openings]);
  return <MarkedFieldsContext value={marked}>{children}</MarkedFieldsContext>;
}

type MarkProps = {
  /** A key, or the beginning of the keys of several fields, such as `variables.w1.`. */
  field: string;
};

/** Marks a field, or a row of fields, with the person who has changed it last, at the corner of the nearest frame. */
export function SharedFieldMark({ field }: MarkProps) {
  const fields = useContext(MarkedFieldsContext).filter(
    ({ key }) => key === field || (field.endsWith(".") && key.startsWith(field)),
  );
  const [first, ...rest] = fields;
  if (first === undefined) return null;
  const last = rest.reduce((latest, next) => (next.revision > latest.revision ? next : latest), first);
  return <EditMark edit={last} />;
}

/** A frame around one control, for its mark. */
export function MarkedField({ field, children }: MarkProps & { children: ReactNode }) {
  return (
    <div className={classes.marked}>
      {children}
      <SharedFieldMark field={field} />
    </div>
  );
}
