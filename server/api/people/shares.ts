import { shareRoutes } from "@understudy/shared/api/share.ts";
import { MAX_LISTED_SHARES } from "@understudy/shared/limits.ts";
import { shareJob } from "../../commands/users/share-job.ts";
import { presentShare } from "../../presenters/person.ts";
import { loadManagedJob } from "../jobs/load.ts";
import { handle } from "../request/handle.ts";
import { matchingPeople } from "./list-people.ts";

export const shareHandlers = {
  listShares: handle(shareRoutes.listShares, async ({ web, user, params, query }) => {
    await loadManagedJob(web, user, params.job_id);
    const filter = { restricted: true, ...matchingPeople(query.filter) };
    const window = { sort: { name: 1, _id: 1 }, naturally: true, limit: MAX_LISTED_SHARES } as const;
    const { users } = web.store;
    const [people, total_count] = await Promise.all([users.find(filter, window), users.count(filter)]);
    return { items: people.map((person) => presentShare(person, params.job_id)), total_count };
  }),

  setShare: handle(shareRoutes.setShare, async ({ web, user, params, body }) => {
    await loadManagedJob(web, user, params.job_id);
    await shareJob(web, params.job_id, params.user_id, body.shared);
    return null;
  }),
};
