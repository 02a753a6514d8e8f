/** Reads from MongoDB's profiler what MongoDB did with one collection. */
import { MongoClient } from "mongodb";
import { atEnd } from "./cleanup.ts";

export function openProfiler(mongodbUrl: string, collection: "simulations" | "jobs" = "simulations") {
  const client = new MongoClient(mongodbUrl);
  atEnd("the profiler", () => client.close());
  const database = client.db();
  return {
    during: async (work: () => Promise<unknown>) => {
      await database.command({ profile: 2 });
      await work();
      await database.command({ profile: 0 });
      const profile = database.collection("system.profile");
      const operations = await profile
        .find({ ns: `${database.databaseName}.${collection}`, op: { $ne: "insert" } })
        .toArray();
      await profile.drop();
      return operations;
    },
  };
}
