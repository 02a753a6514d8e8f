import { Badge, Group, Text } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import type { JobListItem } from "@understudy/shared/api/job.ts";
import type { JOB_SORT_COLUMNS } from "@understudy/shared/api/job-list.ts";
import { counted } from "@understudy/shared/counted.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { jobPage } from "@understudy/shared/live/presence.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { COMMENT_PARAMETER } from "@understudy/shared/texts/notification-text.ts";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useJobProgress, useJobRow, useProgressTick } from "#data/jobs.ts";
import type { Column } from "#ui/data-table.tsx";
import { formatDate, formatMoment } from "#ui/format.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import classes from "./columns.module.css";
import { People } from "./people.tsx";

/** A cell follows its own job in the store: a push draws one row again, not the table. */
function JobCell({ id, show }: { id: number; show: (job: JobListItem) => ReactNode }) {
  const job = useJobRow(id);
  return job === null ? null : show(job);
}

type Key = (typeof JOB_SORT_COLUMNS)[number] | "tags";
type Options = Pick<Column<number>, "width" | "align" | "from" | "isOptional">;
const column = (key: Key, header: string, show: (job: JobListItem) => ReactNode, options: Options = {}) => ({
  key,
  header,
  sortable: key !== "tags",
  cell: (id: number) => <JobCell id={id} show={show} />,
  ...options,
});

const time = (iso: string) => (
  <time dateTime={iso} title={formatMoment(iso)}>
    {formatDate(iso)}
  </time>
);

const tags = (job: JobListItem) => (
  <Group gap={4} wrap="nowrap" title={job.tags.map(({ name }) => name).join(", ")}>
    {job.tags.map(({ name }) => (
      <Badge key={name} size="sm" variant="default" tt="none" className={classes.tag}>
        {name}
      </Badge>
    ))}
  </Group>
);

/** The status and the progress of a job, or the verdict on its emulator. */
function State({ job }: { job: JobListItem }) {
  const verdict = job.status === "Complete" ? job.emulator_verdict : null;
  return (
    <>
      <StatusBadge status={job.status} />
      <RowProgress job={job} />
      {verdict !== null && <VerdictBadge verdict={verdict} />}
    </>
  );
}

/** The number of threads of comments that are not resolved. */
function OpenComments({ job: { id, open_comments: count } }: { job: JobListItem }) {
  if (count === 0) return null;
  const text = counted(count, "open comment");
  return (
    <Link
      to={`/jobs/${id}?${COMMENT_PARAMETER}=list`}
      className={classes.comments}
      aria-label={text}
      title={text}
    >
      <IconMessage size={14} stroke={1.8} aria-hidden />
      {count}
    </Link>
  );
}

/** A number that follows the progress of a run. */
const LIVE_NUMBER_OPTIONS = { align: "right", isOptional: true } as const;
function BestScore({ job }: { job: JobListItem }) {
  const best = useProgressTick(job.id)?.best_score ?? job.best_score;
  return <span data-numeric>{best === null ? "–" : formatValue(best)}</span>;
}
function Simulations({ job }: { job: JobListItem }) {
  const count = useProgressTick(job.id)?.simulation_counts?.complete ?? job.simulations;
  return <span data-numeric>{count === null ? "–" : countText(count)}</span>;
}

const ID_COLUMN = column("id", "ID", (job) => job.id, { width: 60 });
const NAME_COLUMN = column("name", "Name", (job) => (
  <>
    <div className={classes.named}>
      <Link to={`/jobs/${job.id}`} className={classes.name} title={job.name}>
        {job.name}
      </Link>
      {job.archived && (
        <Badge size="xs" variant="default" tt="none" className={classes.archived}>
          Archived
        </Badge>
      )}
      <OpenComments job={job} />
      <People page={jobPage(job.id)} place="On its page" />
    </div>
    <Text component="div" hiddenFrom="sm" className={classes.below}>
      <State job={job} />
    </Text>
  </>
));
const STATUS_COLUMN = column(
  "status",
  "Status",
  (job) => (
    <div className={classes.status}>
      <State job={job} />
    </div>
  ),
  { width: 216, from: "sm" },
);

/** The columns of the list, in the specification's order; those that can be chosen besides come before the last. */
export const jobColumns = (hideSpecs: boolean): Column<number>[] => [
  ID_COLUMN,
  NAME_COLUMN,
  column("objective", "Objective", (job) => job.objective, { width: 104, from: "md" }),
  ...(hideSpecs
    ? []
    : [column("spec_id", "Spec ID", (job) => job.spec_id ?? "–", { width: 78, from: "xl" as const })]),
  column("tags", "Tags", tags, { width: 124, from: "lg" }),
  column("creator", "Creator", (job) => <span title={job.creator.name}>{job.creator.name}</span>, {
    width: 116,
    from: "md",
  }),
  column("creation_time", "Created", (job) => time(job.creation_time), { width: 132, from: "xl" }),
  column("last_modified_time", "Modified", (job) => time(job.last_modified_time), { width: 132, from: "lg" }),
  column("best_score", "Best score", (job) => <BestScore job={job} />, {
    ...LIVE_NUMBER_OPTIONS,
    width: 108,
  }),
  column("simulations", "Simulations", (job) => <Simulations job={job} />, {
    ...LIVE_NUMBER_OPTIONS,
    width: 108,
  }),
  STATUS_COLUMN,
];

/** The columns of the list that restricted users see. */
export const RESTRICTED_COLUMNS: Column<number>[] = [
  ID_COLUMN,
  column("name", "Name", (job) => (
    <Link to={`/jobs/${job.id}`} className={classes.name} title={job.name}>
      {job.name}
    </Link>
  )),
];

/** The progress of an active job: a number of fixed width, and a line along the bottom of its cell. */
function RowProgress({ job }: { job: JobListItem }) {
  const { percentage } = useJobProgress(job.id);
  if (!isActive(job.status) || percentage === null) return null;
  return (
    <>
      <span className={classes.number}>{Math.floor(percentage)}%</span>
      <progress
        className={classes.line}
        max={100}
        value={percentage}
        aria-label={`Progress of ${job.name}`}
      />
    </>
  );
}
