import type { Job } from "@understudy/shared/api/job.ts";
import { call } from "#api/call.ts";
import { upsertJob } from "#data/jobs.ts";
import { AddTag } from "#ui/add-tag.tsx";
import { TagList } from "#ui/tag-list.tsx";
import { useAction } from "#ui/use-action.ts";

/** The tags of a job; who may change it may add and remove them here. */
export function JobTags({ job }: { job: Job }) {
  const { run, busy } = useAction("saving the tags");
  const names = job.tags.map(({ name }) => name);
  const save = (next: readonly string[]) =>
    run(async () => {
      const tags = next.map((name) => ({ name }));
      upsertJob(await call("updateJobTags", { params: { job_id: job.id }, body: { tags } }));
    });
  const remove = (name: string) => void save(names.filter((tagName) => tagName !== name));

  return (
    <TagList names={names} onRemove={job.can_be_changed ? remove : undefined} busy={busy}>
      {job.can_be_changed && <AddTag taken={names} onAdd={(name) => save([...names, name])} />}
    </TagList>
  );
}
