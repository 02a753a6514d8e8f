import { rowsText, validationText } from "@understudy/client/features/training-config/rows.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeConfig } from "../../../../support/factories.ts";

const it = suite("the rows of a training");
const readConfig = makeConfig();
const coming = makeConfig({ data_set_sizes: { combined: 0, training: 0, validation: 0 } });
const counts = { planned: 200, running: 4, complete: 37, failed: 0 };

it("are those that were read", () => {
  const job = { has_simulations: true, simulation_counts: counts };
  assert.is(rowsText(job, readConfig), "100 rows");
  assert.is(validationText(job, readConfig), "about 20 of 100");
  const fromFiles = { has_simulations: false, simulation_counts: null };
  assert.is(rowsText(fromFiles, coming), "0 rows");
});
it("come from simulations while these run", () => {
  const job = { has_simulations: true, simulation_counts: counts };
  assert.is(rowsText(job, coming), "a row for each simulation: 37 of 200 so far");
  assert.is(validationText(job, coming), "about 40, if all 200 simulations succeed");
  const some = { ...job, simulation_counts: { ...counts, failed: 20 } };
  assert.is(validationText(some, coming), "about 36, if the other 180 simulations succeed");
});
it("are not counted before the simulations are planned", () => {
  const job = { has_simulations: true, simulation_counts: null };
  assert.is(rowsText(job, coming), "a row for each simulation");
  assert.is(validationText(job, coming), "20% of the simulations that succeed");
});
