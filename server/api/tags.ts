import { tagRoutes } from "@understudy/shared/api/tag.ts";
import { ensureTags, updateJobTags } from "../commands/jobs/change-jobs.ts";
import { presentJob } from "../presenters/job.ts";
import { loadManagedJob } from "./jobs/load.ts";
import { handle } from "./request/handle.ts";

export const tagHandlers = {
  listTags: handle(tagRoutes.listTags, async ({ web }) => {
    const tags = await web.store.tags.find({}, { sort: { name: 1 }, naturally: true });
    return { items: tags.map(({ name }) => ({ name })) };
  }),

  createTag: handle(tagRoutes.createTag, async ({ web, body }) => {
    const [name = body.name] = await ensureTags(web, [body.name]);
    return { name };
  }),

  updateJobTags: handle(tagRoutes.updateJobTags, async ({ web, params, body, user }) => {
    const { access } = await loadManagedJob(web, user, params.job_id);
    const names = body.tags.map(({ name }) => name);
    return presentJob(await updateJobTags(web, params.job_id, names), access);
  }),
};
