/** The failures that the child which trains on a server reports. */
import { createFailure } from "@understudy/engine/runner/child/report.ts";
import { describeFailure } from "@understudy/engine/worker/trainings/training-child.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("a training that failed on a server");

const report = (error: unknown) => {
  const message = createFailure(error);
  if (message.type !== "failed") throw new Error(message.type);
  return describeFailure(message);
};

it("may be done by another where the server's disk takes no files", () => {
  for (const code of ["ENOSPC", "EROFS", "EIO", "EDQUOT"]) {
    const reason = "The disk of this server takes no files.";
    assert.equal(report(Object.assign(new Error(code), { code })), {
      type: "failed",
      kind: "infrastructure",
      reason,
    });
  }
});

it("would fail elsewhere, too, where the data are the cause", () => {
  const reason = "The data have too few rows.";
  assert.equal(report(new UserError(reason)), { type: "failed", kind: "model", reason });
});
