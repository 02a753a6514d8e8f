/** The numbers of the job page that the specification fixes, and the texts that follow from a state alone. */

import { verificationText } from "@understudy/client/designs/values.ts";
import { REJECTED_KEYS } from "@understudy/client/predictions/rows.ts";
import { simulationStatus } from "@understudy/shared/domain/simulation.ts";
import * as limits from "@understudy/shared/limits.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the job page");

it("polls, retries and shows messages for as long as specified", () => {
  const { JOB_POLL_MS, HISTORY_POLL_MS, GRAPH_POLL_MS, RETRY_MS, BANNER_MESSAGE_MS } = limits;
  assert.equal([JOB_POLL_MS, HISTORY_POLL_MS, GRAPH_POLL_MS], [1_000, 10_000, 10_000]);
  assert.equal([RETRY_MS, BANNER_MESSAGE_MS], [1_000, 5_000]);
});
it("draws with the specified numbers of points, steps, digits and parameters", () => {
  assert.equal([limits.MIN_PLOT_POINTS, limits.MAX_PLOT_POINTS], [1_000, 2_000]);
  assert.equal([limits.SLIDER_STEPS, limits.SLIDER_PRECISION, limits.SCALAR_PLOT_STEPS], [100, 5, 100]);
  assert.equal([limits.SIGNIFICANT_FIGURES, limits.MAX_PAIR_PLOT_PARAMETERS], [5, 5]);
  assert.is(limits.DROPDOWN_MAX_HEIGHT_PX, 200);
  assert.equal([...limits.MULTIPLIERS], [1e12, 1e9, 1e6, 1e3, 1, 1e-3, 1e-6, 1e-9, 1e-12]);
});
it("takes neither minus, equals, period nor E in the row number box", () => {
  assert.equal([...REJECTED_KEYS].sort(), ["-", ".", "=", "E", "e"]);
});
it("calls a simulation pending until it has run and been verified, then verified or unverified", () => {
  const pending = ["Pending Verification", "Pending Running", "Running"];
  for (const status of simulationStatus.options) {
    const texts = [true, false].map((verified_in_or_out_of_spec) =>
      verificationText({ status, verified_in_or_out_of_spec }),
    );
    const expected = pending.includes(status) ? ["Pending", "Pending"] : ["Verified", "Unverified"];
    assert.equal(texts, expected, status);
  }
});
