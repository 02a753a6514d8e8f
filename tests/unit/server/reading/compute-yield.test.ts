import { computeYield } from "@understudy/server/reading/compute-yield.ts";
import { assert, suite } from "../../../harness.ts";
import { dividerManifest } from "../../../support/specs/specs.ts";

const it = suite("computing a yield");

it("answers that the job's score function cannot be used", async () => {
  const answer = await computeYield({
    model: dividerManifest(),
    variables: {},
    score: { name: "Maximise output", inputs: {} },
    ...{ furtherGoals: [], seed: 1, emulator: "none", relation: null, distributions: {}, leastScore: null },
  });
  assert.match("problem" in answer ? answer.problem : "", /^The score function cannot be used: /);
});
