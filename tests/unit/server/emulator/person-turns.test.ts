import { Problem } from "@understudy/server/core/problem.ts";
import { createPersonTurns } from "@understudy/server/emulator/person-turns.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, rejects, suite } from "../../../harness.ts";

const ADA_ID = 1;
const ZOE_ID = 2;
const settled = () => new Promise((resolve) => setImmediate(resolve));

const it = suite("large requests");
it("are worked on one at a time for each person, and beside those of others", async () => {
  const turns = createPersonTurns();
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const ask = (person: number, name: string) =>
    turns.perform(person, () => {
      begun.push(name);
      const gate = Promise.withResolvers<string>();
      gates.set(name, gate);
      return gate.promise;
    });
  const answers = [ask(ADA_ID, "Ada's first"), ask(ADA_ID, "Ada's second"), ask(ZOE_ID, "Zoe's")];
  await settled();
  assert.equal(begun, ["Ada's first", "Zoe's"]);
  gates.get("Ada's first")?.reject(new Error("it failed"));
  await rejects(answers[0] ?? settled(), /it failed/);
  await settled();
  assert.equal(begun, ["Ada's first", "Zoe's", "Ada's second"]);
  gates.get("Ada's second")?.resolve("done");
  gates.get("Zoe's")?.resolve("done");
  assert.equal(await Promise.all(answers.slice(1)), ["done", "done"]);
});
it("are refused for a while where too many of one person wait, and only theirs", async () => {
  const turns = createPersonTurns();
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 20 }, () => turns.perform(ADA_ID, () => gate.promise));
  const refusal = await rejects(turns.perform(ADA_ID, async () => {}));
  assert.instance(refusal, Problem);
  assert.equal(refusal instanceof Problem && [refusal.status, refusal.message], [
    503,
    MESSAGES.tooManyLargeRequests,
  ]);
  assert.is(await turns.perform(ZOE_ID, async () => "done"), "done");
  gate.resolve();
  await Promise.all(waiting);
  assert.is(await turns.perform(ADA_ID, async () => "done"), "done");
});
