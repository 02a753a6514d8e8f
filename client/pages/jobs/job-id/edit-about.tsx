import type { Job } from "@understudy/shared/api/job.ts";
import { call } from "#api/call.ts";
import { upsertJob } from "#data/jobs.ts";
import { type About, AboutForm } from "#ui/about-form.tsx";
import { useAction } from "#ui/use-action.ts";

type Props = { job: Pick<Job, "id" | "name" | "description">; onClose: () => void };

/** The name and the description of a job, edited in their place. */
export function EditAbout({ job: { id, name, description }, onClose }: Props) {
  const { run, busy } = useAction("saving the name and description");
  const save = async (body: About): Promise<void> => {
    const isSaved = await run(async () => upsertJob(await call("editJob", { params: { job_id: id }, body })));
    if (isSaved) onClose();
  };
  return (
    <AboutForm
      name={name}
      description={description}
      note="The description is Markdown: lists, tables, links, **bold**."
      busy={busy}
      onSave={(about) => void save(about)}
      onClose={onClose}
    />
  );
}
