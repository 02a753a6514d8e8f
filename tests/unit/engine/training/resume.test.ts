import { createRandom } from "@understudy/engine/math/random.ts";
import type { TrainEvent } from "@understudy/engine/training/messages.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import { finish, syntheticTable, validationRowsOf } from "../../../support/engine/tables.ts";

const it = suite("a training that is stopped and resumed", { timeout: 30_000 });

const table = syntheticTable(150, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a) + b * a });

/** Its progress until `events` of them were seen. */
async function trainFor(events: number, checkpoint?: Uint8Array) {
  const seen: Extract<TrainEvent, { type: "progress" }>[] = [];
  let now = 0;
  const task = train(
    table,
    { effort: "quick", validationRows: validationRowsOf(table) },
    {
      random: createRandom(1),
      clock: () => now++ * 20,
      stopRequested: () => seen.length >= events,
      ...(checkpoint === undefined ? {} : { checkpoint }),
    },
  );
  const result = await finish(task, (event) => {
    if (event.type === "progress") seen.push(event);
  });
  return { seen, result };
}

it("starts no network anew that was in training", async () => {
  let { seen, result } = await trainFor(8);
  assert.is(result.stopReason, "stopped");
  for (let round = 0; round < 3; round++) {
    const before = seen.at(-1);
    ({ seen, result } = await trainFor(4, result.checkpoint));
    const least = Math.min(...seen.map(({ fraction }) => fraction));
    const worst = Math.max(...seen.map(({ loss }) => loss));
    assert.ok(least >= (before?.fraction ?? 1) - 0.01, `${least} of the work, ${before?.fraction} before`);
    assert.ok(worst <= (before?.loss ?? 0) * 1.5, `loss ${worst}, ${before?.loss} before`);
  }
});
