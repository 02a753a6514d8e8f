/** Processes of the whole product that are killed while people work: what people were told is done stays done, once. */
import { assert, suite } from "../harness.ts";
import { endureKills } from "../support/chaos/rounds.ts";

const it = suite("processes that are killed at any moment", { timeout: 600_000 });

it("lose and double nothing of what people were told is done", async () => {
  const kills = [
    { kind: "web" },
    { kind: "a child that trains or searches" },
    { kind: "mongodb" },
    { kind: "the worker client" },
    { kind: "runner" },
  ] as const;
  const { rounds, differences, acknowledged } = await endureKills(kills, 1);
  assert.equal(
    rounds.map(({ kind }) => kind),
    kills.map(({ kind }) => kind),
  );
  assert.equal(differences, []);
  assert.ok(acknowledged.jobs >= 2 && acknowledged.comments >= 3 && acknowledged.exports >= 1);
});
