import type { ConfigField, FieldEdit, JobConfig } from "@understudy/shared/api/job-config.ts";
import { formatFieldId } from "@understudy/shared/job-config/config-fields.ts";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { formatMoment } from "#ui/format.ts";
import { getInitials, personColor } from "#ui/person.ts";
import classes from "./field-marks.module.css";

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

/** The initials of the person who has changed a field, in the person's colour. */
export function FieldMark({ field }: { field: ConfigField }) {
  const edit = useContext(FieldMarksContext).get(formatFieldId(field));
  if (edit === undefined) return null;
  const text = `Changed by ${edit.by.name}, ${formatMoment(edit.time)}`;
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={classes.mark}
      style={{ "--person": personColor(edit.by.id) }}
    >
      {getInitials(edit.by.name)}
    </span>
  );
}
