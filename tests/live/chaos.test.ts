/** Processes of the whole product that are killed while people work: what people were told is done stays done, once. */
import { assert, suite } from "../harness.ts";
import { endureKills } from "../support/chaos/rounds.ts";

const it = suite("processes that are killed at any moment", { timeout: 600_000 });

it("lose and double nothing of what people were told is done", async () => {
  const kinds = ["web", "a child that trains or searches", "mongodb", "the worker client", "runner"] as const;
  const { rounds, differences, acknowledged } = await endureKills(kinds, 1);
  assert.equal(
    rounds.map(({ kind }) => kind),
    [...kinds],
  );
  assert.equal(differences, []);
  assert.ok(acknowledged.jobs >= 2 && acknowledged.comments >= 3 && acknowledged.exports >= 1);
});
