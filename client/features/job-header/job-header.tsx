import { ActionIcon, Badge, Group, Spoiler, Text, Title } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconArrowsDiff, IconCopyPlus, IconPrinter } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { ApiFailure, asFailure, call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { liveJob, upsertJob, useJobProgress } from "#data/jobs.ts";
import { compareLink } from "#job/compared-ids.ts";
import { anotherPath } from "#predictions/new-job-links.ts";
import { type About, AboutForm } from "#ui/about-form.tsx";
import { AddTag } from "#ui/add-tag.tsx";
import { BackButton } from "#ui/back-button.tsx";
import { notifySuccess } from "#ui/banner-messages.ts";
import { EditAboutButton } from "#ui/edit-about-button.tsx";
import { formatDate, formatMoment } from "#ui/format.ts";
import { GuideLink } from "#ui/guide-link.tsx";
import type { GuideTopic } from "#ui/guide-topics.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { TagList } from "#ui/tag-list.tsx";
import { useAction } from "#ui/use-action.ts";
import { usePageTitle } from "#ui/use-page-title.ts";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import classes from "./job-header.module.css";

/** A short date, with the full one on hover. */
function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatDate(at)}
    </time>
  );
}

/** The browser tab's title, with the progress of an active job in front. A component of its own, because it changes often. */
function TabTitle({ job }: { job: Job }) {
  const { percentage } = useJobProgress(job.id);
  const isRunning = isActive(job.status) && percentage !== null;
  usePageTitle(isRunning ? `${Math.floor(percentage)}% · ${job.name}` : `${job.name} · Job ${job.id}`);
  return null;
}

type HeaderProps = {
  job: Job;
  /** The page of the guide about what is shown below. */
  topic: GuideTopic;
  /** The buttons beside the job's name, of those who are not restricted. */
  actions: ReactNode;
  /** The buttons of the notes and the comments. */
  comments: ReactNode;
  /** Who looks at the job, and with whom it is shared. */
  people: ReactNode;
};

/** The job's name, tags and creator: the same in every state. */
export function JobHeader({ job, topic, actions, comments, people }: HeaderProps) {
  const { restricted } = useCurrentUser();
  const [isEdited, setIsEdited] = useState(false);
  if (isEdited) {
    return (
      <header className={classes.header}>
        <TabTitle job={job} />
        <EditAbout job={job} onClose={() => setIsEdited(false)} />
      </header>
    );
  }
  return (
    <header className={classes.header}>
      <TabTitle job={job} />
      <div className={classes.top}>
        {!restricted && <BackButton to="/jobs" label="Back to the jobs" />}
        <Title order={1} className={classes.title}>
          {job.name}
        </Title>
        {job.can_be_changed && <EditAboutButton onClick={() => setIsEdited(true)} />}
        <Text c="dimmed" size="sm" className={classes.id}>
          Job {job.id}
        </Text>
        {restricted ? (
          // Their page has no status banner.
          job.emulator_verdict !== null && <VerdictBadge verdict={job.emulator_verdict} />
        ) : (
          <StatusBadge status={job.status} />
        )}
        {!restricted && (
          <>
            <ListActions job={job} />
            <ActionIcon
              component={Link}
              to={`/jobs/${job.id}/report`}
              variant="subtle"
              aria-label="Report to print"
              title="Report to print"
            >
              <IconPrinter size={17} />
            </ActionIcon>
            {actions}
          </>
        )}
        {comments}
        <GuideLink topic={topic} />
        <div className={classes.viewers}>{people}</div>
      </div>
      <Description text={job.description} />
      {!restricted && (
        <Group gap="6px 16px" className={classes.facts}>
          <Text size="sm" c="dimmed">
            Created by {job.creator.name}, <Moment at={job.creation_time} />. Modified{" "}
            <Moment at={job.last_modified_time} />.
          </Text>
          <JobTags job={job} />
        </Group>
      )}
    </header>
  );
}

const Notes = lazy(async () => ({ default: (await import("#ui/notes.tsx")).Notes }));

/** The first lines of the job's description, which is Markdown, and the rest on demand. */
function Description({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <Spoiler maxHeight={44} showLabel="Show all" hideLabel="Show less" transitionDuration={0} fz="sm" mt={2}>
      <Suspense fallback={text}>
        <Notes text={text} />
      </Suspense>
    </Spoiler>
  );
}

type Props = { job: Pick<Job, "id" | "name" | "description">; onClose: () => void };

/** A refused save, and the fields that somebody else had changed. */
type Conflict = { readonly message: string; readonly fields: readonly string[] };

/** The name and the description of a job, edited in their place. */
function EditAbout({ job: { id, name, description }, onClose }: Props) {
  const { run, busy } = useAction("saving the name and description");
  const [opened] = useState<About>({ name, description });
  /** The values that the person has seen: those at first, and those that a refused save has shown. */
  const [base, setBase] = useState(opened);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const params = { job_id: id };
  const save = (about: About) =>
    run(async () => {
      // After a conflict the first value is a choice, too.
      const isChosen = (field: keyof About) =>
        about[field] !== opened[field] || conflict?.fields.includes(field);
      const body = {
        ...(isChosen("name") && { name: about.name }),
        ...(isChosen("description") && { description: about.description }),
        base,
      };
      const answer = await call("editJob", { params, body }).catch(asFailure);
      if (answer instanceof ApiFailure && answer.status !== 409) throw answer;
      if (!(answer instanceof ApiFailure)) {
        upsertJob(answer);
        return onClose();
      }
      const present = await call("getJob", { params });
      upsertJob(present);
      setBase({ name: present.name, description: present.description });
      const fields = [...(conflict?.fields ?? []), ...Object.keys(answer.fields)];
      setConflict({ message: answer.message, fields });
    });
  return (
    <>
      {conflict !== null && <ErrorBanner message={conflict.message} />}
      <AboutForm
        {...opened}
        note="The description is Markdown: lists, tables, links, **bold**."
        busy={busy}
        onSave={(about) => void save(about)}
        onClose={onClose}
      />
    </>
  );
}

/** The tags of a job; who may change it may add and remove them here. */
function JobTags({ job }: { job: Job }) {
  const { run, busy } = useAction("saving the tags");
  const names = job.tags.map(({ name }) => name);
  const save = (next: readonly string[]) =>
    run(async () => {
      const body = { tags: next.map((name) => ({ name })), base: { tags: job.tags } };
      upsertJob(await call("updateJobTags", { params: { job_id: job.id }, body }));
    });
  const remove = (name: string) => void save(names.filter((tagName) => tagName !== name));

  return (
    <TagList names={names} onRemove={job.can_be_changed ? remove : undefined} busy={busy}>
      {job.can_be_changed && <AddTag taken={names} onAdd={(name) => save([...names, name])} />}
    </TagList>
  );
}

/** The actions of the job list, for one job on its own page. */
function ListActions({ job }: { job: Job }) {
  const { id, archived } = job;
  const { run, busy } = useAction(archived ? "unarchiving the job" : "archiving the job");
  const archive = () =>
    run(async () => {
      await call("archiveJobs", { body: { ids: [id], archived: !archived } });
      notifySuccess(archived ? LIST_MESSAGES.unarchivedJobs(1) : LIST_MESSAGES.archivedJobs(1));
      await liveJob.reload(id);
    });
  const buttonProps = { variant: "subtle", color: "gray" } as const;
  const label = archived ? "Unarchive" : "Archive";
  return (
    <>
      {archived && (
        <Badge variant="default" tt="none">
          Archived
        </Badge>
      )}
      <ActionIcon
        {...buttonProps}
        component={Link}
        to={compareLink([id])}
        aria-label="Compare with other jobs"
        title="Compare with other jobs"
      >
        <IconArrowsDiff size={16} />
      </ActionIcon>
      <ActionIcon
        {...buttonProps}
        component={Link}
        to={anotherPath(job)}
        aria-label="Create another job like this one"
        title="Create another job like this one"
      >
        <IconCopyPlus size={16} />
      </ActionIcon>
      {job.can_be_changed && (
        <ActionIcon
          {...buttonProps}
          loading={busy}
          aria-label={label}
          title={label}
          onClick={() => void archive()}
        >
          {archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
        </ActionIcon>
      )}
    </>
  );
}
