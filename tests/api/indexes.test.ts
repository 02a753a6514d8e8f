/** The indexes of a database that an earlier version of the product has written, with real MongoDB. */
import { openStore } from "@understudy/server/models/store.ts";
import { MongoClient } from "mongodb";
import { assert, suite } from "../harness.ts";
import { atEnd } from "../support/cleanup.ts";
import { testDatabase } from "../support/processes/databases.ts";

const { mongodbUrl } = await testDatabase();
const client = new MongoClient(mongodbUrl);
atEnd("the looking client", () => client.close());
const collection = client.db().collection("simulations");
/** As a process does that starts. */
const open = async () => await (await openStore(mongodbUrl)).close();
const named = async () => (await collection.indexes()).map(({ name }) => name ?? "").sort();
await open();
const LEASE_INDEX = "lease_until_1_resource.id_1_job_id_1__id_1";

const it = suite("indexes");
it("that are declared no longer are dropped at the next start", async () => {
  const declared = await named();
  assert.ok(declared.includes("_id_") && declared.includes(LEASE_INDEX), declared.join());
  await collection.createIndex({ job_id: 1, finish_time: -1 });
  await collection.createIndex({ "resource.id": 1, status: 1 }, { sparse: true });
  assert.is((await named()).length, declared.length + 2);
  await open();
  assert.equal(await named(), declared);
});
it("that are declared otherwise are made anew", async () => {
  const indexes = await collection.indexes();
  await collection.dropIndex(LEASE_INDEX);
  await collection.createIndex({ lease_until: 1, "resource.id": 1, job_id: 1, _id: 1 });
  await open();
  const sorted = (all: typeof indexes) => all.toSorted((a, b) => (a.name ?? "").localeCompare(b.name ?? ""));
  assert.equal(sorted(await collection.indexes()), sorted(indexes));
});
it("that somebody else has made and named stay", async () => {
  await collection.createIndex({ error: 1 }, { name: "for the report of errors" });
  const before = await named();
  await open();
  assert.equal(await named(), before);
  await collection.dropIndex("for the report of errors");
});
it("that are as they are declared are not touched", async () => {
  const made = async () => {
    const stats = await collection.aggregate([{ $indexStats: {} }, { $sort: { name: 1 } }]).toArray();
    return stats.map(({ name, accesses }) => [name, accesses.since]);
  };
  const before = await made();
  await open();
  assert.equal(await made(), before);
});
it("are seen to by several processes at once", async () => {
  const declared = await named();
  for (let round = 0; round < 2; round++) {
    await collection.createIndex({ job_id: 1, finish_time: -1 });
    await collection.createIndex({ "resource.id": 1 });
    await collection.dropIndex(LEASE_INDEX);
    await collection.createIndex({ lease_until: 1, "resource.id": 1, job_id: 1, _id: 1 });
    await Promise.all(Array.from({ length: 5 }, open));
    assert.equal(await named(), declared);
    const leases = (await collection.indexes()).find(({ name }) => name === LEASE_INDEX);
    assert.ok(leases !== undefined && "partialFilterExpression" in leases);
  }
});
