import { mongodbFault, redisFault } from "@understudy/server/boot/store-checks.ts";
import { assert, suite } from "../../../harness.ts";

const mongodb = suite("a MongoDB of one's own");
mongodb("is one node or more of a replica set, or a router of one", () => {
  assert.is(mongodbFault("6.0.1", { setName: "rs0" }), null);
  assert.is(mongodbFault("8.0.4", { msg: "isdbgrid" }), null);
});
mongodb("is told how it becomes a replica set", () => {
  assert.match(mongodbFault("7.0.11", {}) ?? "", /not a replica set.*mongod --replSet rs0.*rs\.initiate\(\)/);
});
mongodb("is told the oldest version that is supported", () => {
  assert.match(mongodbFault("5.0.9", { setName: "rs0" }) ?? "", /version 5\.0\.9; install MongoDB 6\.0/);
});

const redis = suite("a Redis of one's own");
const info = (version: string, policy: string, maxmemory: number) =>
  `# Server\r\nredis_version:${version}\r\n# Memory\r\nmaxmemory:${maxmemory}\r\nmaxmemory_policy:${policy}\r\n`;
redis("keeps every key", () => {
  assert.is(redisFault(info("7.0.15", "noeviction", 1e9)), null);
  assert.is(redisFault(info("6.2.0", "allkeys-lru", 0)), null, "without a limit nothing is evicted");
});
redis("is told how it keeps its keys", () => {
  assert.match(
    redisFault(info("7.0.15", "allkeys-lru", 1e9)) ?? "",
    /CONFIG SET maxmemory-policy noeviction/,
  );
});
redis("is told the oldest version that is supported", () => {
  assert.match(redisFault(info("6.0.16", "noeviction", 0)) ?? "", /version 6\.0\.16; install Redis 6\.2/);
});
