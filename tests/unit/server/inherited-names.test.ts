/** Variables, outputs and columns that people call like what every object inherits. */
import { nearestValues } from "@understudy/server/api/data/handlers.ts";
import { splitOutputs } from "@understudy/server/dispatch/output-shapes.ts";
import { presentRow } from "@understudy/server/presenters/data-row.ts";
import { assert, suite } from "../../harness.ts";
import { makeConfig, makeInput } from "../../support/factories.ts";

const it = suite("a name that every object inherits");

it("is missing from a result that does not hold it", () => {
  const shapes = new Map([["constructor", null]]);
  assert.equal(splitOutputs({}, {}, shapes), { error: "The server sent no constructor." });
  const sound = { scalars: { constructor: 2 }, curves: {}, undefinedOutputs: {} };
  assert.equal(splitOutputs({ constructor: 2 }, {}, shapes), sound);
});

it("is in no row of data that has no such column", () => {
  const row = { row: 0, inputs: { width: 1 }, outputs: {} };
  assert.equal(presentRow(row, makeConfig(), ["toString", "width"], {}).data, { width: 1 });
});

it("is an input of the nearest row like any other", () => {
  const config = makeConfig({ inputs: [makeInput("valueOf"), makeInput("width")] });
  const { values } = nearestValues(config, { width: 1 });
  assert.equal(Object.keys(values), ["width"]);
  assert.equal(nearestValues(config, { valueOf: 3 }).values, { valueOf: 3 });
});
