/** The choice of the next training. */
import { assignTurn } from "@understudy/server/commands/runner/turn.ts";
import type { TrainingEffort } from "@understudy/shared/domain/job.ts";
import { assert, suite } from "../../../harness.ts";
import { makeConfig, makeInput, makeOutput } from "../../../support/factories.ts";

const it = suite("the turn of a training");
const START_TIME = Date.UTC(2026, 0, 1);

function turn(effort: TrainingEffort, rows: number, atSecond: number) {
  const outputs = Array.from({ length: 8 }, (_, at) => makeOutput(`y${at}`));
  const base = makeConfig({ inputs: [makeInput("a"), makeInput("b")], outputs });
  const config = {
    ...base,
    emulator_outputs: outputs.map(({ name }) => name),
    data_set_sizes: { combined: rows, training: rows, validation: 0 },
    training: { ...base.training, effort },
  };
  return assignTurn({ config }, "Pending Training", new Date(START_TIME + atSecond * 1000));
}

it("comes before that of a longer one that was requested a little earlier", () => {
  assert.ok(turn("quick", 100, 60).order < turn("thorough", 20_000, 0).order);
});
it("comes no later for shorter ones that are requested again and again", () => {
  const long = turn("thorough", 20_000, 0);
  const overtaking = Array.from({ length: 600 }, (_, minute) => turn("quick", 100, 60 * minute)).filter(
    ({ order }) => order < long.order,
  );
  assert.ok(overtaking.length > 1 && overtaking.length < 60, String(overtaking.length));
});
it("keeps the order of requests among equals", () => {
  assert.ok(turn("quick", 100, 0).order < turn("quick", 100, 1).order);
});
it("is in a queue of its own where it is expected to be short, whatever the effort is called", () => {
  assert.ok(turn("quick", 100, 0).is_short && turn("thorough", 40, 0).is_short);
  assert.not.ok(turn("thorough", 20_000, 0).is_short);
});
it("is the time of the request for all other work", () => {
  const config = makeConfig();
  assert.equal(assignTurn({ config }, "Validating", new Date(START_TIME)), {
    order: START_TIME / 1000,
    is_short: false,
    queued_time: new Date(START_TIME),
  });
});
