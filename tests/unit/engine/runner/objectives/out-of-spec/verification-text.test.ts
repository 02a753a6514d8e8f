/** The texts of the page while simulations verify the predictions of an emulator. */
import { verificationText } from "../../../../../../engine/runner/objectives/out-of-spec/drive.ts";
import { assert, suite } from "../../../../../harness.ts";

const text = suite("the progress of a verification");
const standing = (running: number, complete: number, failed: number, isDone = false) =>
  verificationText({ tally: { running, complete, failed }, planned: 40, bestScore: null, isDone });

text("counts the simulations that are verified, from none on", () => {
  assert.is(standing(0, 0, 0), "0 of at most 40 simulations verified: choosing the first designs");
  assert.is(standing(2, 0, 0), "0 of at most 40 simulations verified");
  assert.is(standing(2, 12, 1), "12 of at most 40 simulations verified, 1 failed");
});
text("names the step that follows the last simulation", () => {
  assert.is(standing(0, 1, 0, true), "1 simulation verified: measuring the regions");
  assert.is(standing(0, 39, 1, true), "39 simulations verified, 1 failed: measuring the regions");
});
