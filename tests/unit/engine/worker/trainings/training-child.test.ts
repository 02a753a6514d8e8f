/** The end of the child that trains on a server, without a report. */
import { mayBeDriver } from "@understudy/engine/worker/trainings/training-child.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("a training that ended without a report");

it("may have been ended by the driver of the GPU where native code failed or hangs", () => {
  assert.ok(mayBeDriver({ kind: "killed", signal: "SIGSEGV" }));
  assert.ok(mayBeDriver({ kind: "crashed", code: null, errorOutput: "" }));
  assert.ok(mayBeDriver({ kind: "hung" }));
});

it("was not ended by it where the system, a full heap or an error of JavaScript ended it", () => {
  assert.not.ok(mayBeDriver({ kind: "killed", signal: "SIGKILL" }));
  const errorOutput = "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory";
  assert.not.ok(mayBeDriver({ kind: "crashed", code: null, errorOutput }));
  assert.not.ok(mayBeDriver({ kind: "crashed", code: 1, errorOutput: "TypeError" }));
  assert.not.ok(mayBeDriver({ kind: "overdue" }));
});
