/** People and jobs for the browser tests, put straight into the database of a test server. */
import { createUser, type NewUser } from "@understudy/server/commands/users/create-user.ts";
import type { Config } from "@understudy/server/core/config.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { openStore, type Store } from "@understudy/server/models/store.ts";
import { atEnd } from "../cleanup.ts";
import { makeJob } from "../factories.ts";

export type Account = { id: number; name: string; email: string; password: string };

const stores = new Map<string, Promise<Store>>();
/** The database of a test server, by a connection of the tests' own. */
export function connectStore({ mongodbUrl }: Pick<Config, "mongodbUrl">): Promise<Store> {
  const store = stores.get(mongodbUrl);
  if (store !== undefined) return store;
  const opened = openStore(mongodbUrl);
  stores.set(mongodbUrl, opened);
  atEnd("the tests' own connection to MongoDB", async () => (await opened).close());
  return opened;
}

/** Somebody who can log in: a full user unless `fields` says otherwise. */
export async function addPerson(
  config: Config,
  name: string,
  fields: Partial<NewUser> = {},
): Promise<Account> {
  const email = `${name.toLowerCase().replace(/\W+/g, ".")}@example.org`;
  const password = `the password of ${name}`;
  const { _id: id } = await createUser(await connectStore(config), { name, email, password, ...fields });
  return { id, name, email, password };
}

/** Jobs that are there already: no queue has them, nothing will happen to them by itself. */
export async function addJobs(
  config: Config,
  creator: Account,
  jobs: Partial<JobRecord>[],
): Promise<number[]> {
  const store = await connectStore(config);
  const ids: number[] = [];
  for (const fields of jobs) {
    const _id = await store.nextId("jobs");
    await store.jobs.insert(makeJob({ creator: { id: creator.id, name: creator.name }, ...fields, _id }));
    ids.push(_id);
  }
  return ids;
}
