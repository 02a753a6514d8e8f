import type { AuditEntry } from "@understudy/shared/api/audit.ts";
import type { Column } from "#ui/data-table.tsx";
import { Moment } from "#ui/moment.tsx";
import classes from "./audit.module.css";
import { actionText, Subjects, Who } from "./entry-parts.tsx";

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: "time",
    header: "Time",
    sortable: true,
    width: 150,
    from: "sm",
    cell: ({ time }) => <Moment time={time} none="" />,
  },
  { key: "user", header: "User", width: 160, from: "md", cell: (entry) => <Who entry={entry} /> },
  {
    key: "action",
    header: "Action",
    width: 175,
    from: "sm",
    cell: actionText,
  },
  {
    key: "subjects",
    header: "Subject",
    cell: (entry) => (
      <>
        {/* Where the window is too narrow for the other columns. */}
        <div className={classes.above}>
          <span className={classes.action}>{actionText(entry)}</span>
          <span>
            <Who entry={entry} />, <Moment time={entry.time} none="" />
          </span>
        </div>
        <div className={classes.by}>
          <Who entry={entry} />
        </div>
        <div className={classes.subjects}>
          <Subjects entry={entry} />
        </div>
        {entry.detail !== "" && <div className={classes.below}>{entry.detail}</div>}
      </>
    ),
  },
  {
    key: "detail",
    header: "Details",
    width: 280,
    from: "lg",
    cell: ({ detail }) => <span title={detail}>{detail}</span>,
  },
];
