import type { ConfigField, FieldEdit, JobConfig } from "@understudy/shared/api/job-config.ts";
import { formatFieldId } from "@understudy/shared/job-config/config-fields.ts";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { EditMark } from "#ui/edit-mark.tsx";

/** The last edits of fields that are marked, by the id of the field. */
const FieldMarksContext = createContext<ReadonlyMap<string, FieldEdit>>(new Map());

/** Lets the fields below mark those that other people have changed since the page was opened. */
export function FieldMarks({ config, children }: { config: JobConfig; children: ReactNode }) {
  const { id: userId } = useCurrentUser();
  const { field_edits } = config;
  // By the server's clock: that of this machine may be wrong.
  const [openTime] = useState(() => field_edits[0]?.time ?? "");
  const marks = useMemo(
    () =>
      new Map(
        field_edits
          .filter(({ by, time }) => by.id !== userId && time > openTime)
          .map((edit) => [formatFieldId(edit), edit]),
      ),
    [field_edits, userId, openTime],
  );
  return <FieldMarksContext value={marks}>{children}</FieldMarksContext>;
}

/** Marks a field that somebody else has changed. */
export function FieldMark({ field }: { field: ConfigField }) {
  const edit = useContext(FieldMarksContext).get(formatFieldId(field));
  if (edit === undefined) return null;
  return <EditMark edit={edit} />;
}
