/** A server of the test file's own, three people, and jobs written straight into its database. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import { openStore } from "@understudy/server/models/store.ts";
import { atEnd } from "../cleanup.ts";
import { makeJob } from "../factories.ts";
import { startTestServer } from "../processes/stack.ts";
import { addPerson, logInAdmin } from "./people.ts";

export const server = await startTestServer();
export const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
export const admin = await logInAdmin(server);
export const owner = await addPerson(admin, { name: "Ada" });
export const colleague = await addPerson(admin, { name: "Zoe" });

/** A job of the owner's, as stored. */
export async function storeJob(fields: Partial<JobRecord> = {}): Promise<JobRecord> {
  const _id = await store.nextId("jobs");
  const creator = { id: owner.id, name: owner.name };
  return await store.jobs.insert(makeJob({ _id, creator, ...fields }));
}
export const params = ({ _id }: JobRecord) => ({ params: { job_id: _id } });
