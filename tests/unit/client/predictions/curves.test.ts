import {
  chooseSamples,
  createAxis,
  createDrawnAxis,
  emulatedOutputs,
  placesOnAxis,
} from "@understudy/client/predictions/curves.ts";
import { createSamplePoints, resample } from "@understudy/client/predictions/sample-points.ts";
import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import { assert, suite } from "../../../harness.ts";
import { makeConfig, makeCoordinate, makeOutput } from "../../../support/factories.ts";

const curves = suite("the curves of an emulator");
const curve = makeOutput("Id", { type: "Vector", length: 21, coordinate_name: "Vgs" });
const vgs = makeCoordinate("Vgs", { unit: "V", multiplier: 1e-3, max: 2, length: 21 });

curves("are sampled over the stored span of their coordinate, which is shown in its own unit", () => {
  const axis = createAxis({ coordinates: [vgs] }, curve);
  assert.equal(axis.range, [0, 2000]);
  const samples = chooseSamples(axis, 1_000);
  assert.equal([samples.length, samples[0], samples.at(-1)], [1_000, 0, 2]);
});

curves("over decades are sampled in each of them alike", () => {
  const frequency = { ...vgs, name: "Vgs", multiplier: 1, min: 1, max: 1e6, spacing: "log" as const };
  const samples = chooseSamples(createAxis({ coordinates: [frequency] }, curve), 7);
  assert.equal(
    samples.map((value) => value.toPrecision(6)),
    [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((value) => value.toPrecision(6)),
  );
  assert.equal([samples[0], samples.at(-1)], [1, 1e6]);
});

curves("over a row index are never asked for between two positions", () => {
  const axis = createAxis({ coordinates: [] }, { ...curve, coordinate_name: null });
  assert.equal(
    chooseSamples(axis, 1_000),
    Array.from({ length: 21 }, (_, index) => index),
  );
});

curves("over a sweep that turns back are asked for by position and drawn as loops", () => {
  const voltage = { ...vgs, name: "V", length: 5, loop_values: [0, 1, 2, 1, 0] };
  const loop = makeOutput("P", { type: "Vector", length: 5, loop_name: "V" });
  const axis = createDrawnAxis({ coordinates: [voltage] }, loop);
  assert.equal([axis.key, axis.label, axis.unit, axis.range], [ROW_INDEX, "V", "mV", [0, 2000]]);
  assert.equal(chooseSamples(axis, 1_000), [0, 1, 2, 3, 4]);
  assert.equal(placesOnAxis(axis, [0, 1.5, 3]), [0, 1500, 1000]);
  const along = createAxis({ coordinates: [voltage] }, loop);
  assert.equal([along.label, along.range], ["Index", [0, 4]], "its accuracy lies along the points");
});

curves("are asked for at their knots where these are fewer than the points drawn", () => {
  const long = makeOutput("long", { type: "Vector", length: 5_000, coordinate_name: null });
  const { coordinates, samples } = createSamplePoints({ coordinates: [vgs] }, [curve, long], 1_000);
  assert.equal(Object.keys(coordinates), [ROW_INDEX]);
  assert.equal(coordinates[ROW_INDEX], samples.long);
  assert.equal(samples.Id, chooseSamples(createAxis({ coordinates: [vgs] }, curve), 1_000));
});

curves("are drawn between their knots, bounds around them, accuracies where they are known", () => {
  const answer = {
    values: [0, 1, 4],
    lower_bounds: [-1, 0, 3],
    upper_bounds: [2, 3, 6],
    coefficients_of_determination: [0.9, 0.7, null],
    coordinate_values: [0, 1, 2],
  };
  const places = [0, 0.5, 1, 1.5, 2];
  const { Id, gain } = resample({ Id: answer, gain: answer }, { Id: places });
  assert.equal(gain, answer);
  assert.equal(Id?.coordinate_values, places);
  assert.equal(
    [0, 2, 4].map((at) => Id?.values[at]),
    answer.values,
  );
  const between = Id?.values[1] ?? Number.NaN;
  assert.ok(between > 0 && between < 1);
  assert.ok(Math.abs((Id?.lower_bounds[1] ?? 0) - (between - 1)) < 1e-12);
  assert.ok(Math.abs((Id?.upper_bounds[1] ?? 0) - (between + 2)) < 1e-12);
  assert.equal(
    Id?.coefficients_of_determination.map((value) => value?.toFixed(2) ?? null),
    ["0.90", "0.80", "0.70", null, null],
  );
  // Not known yet is not the same as having none.
  const early = { ...answer, coefficients_of_determination: [] };
  assert.equal(resample({ Id: early }, { Id: places }).Id?.coefficients_of_determination, []);
});

curves("a coordinate is no output", () => {
  const outputs = [curve, makeOutput("Vgs", { type: "Vector", length: 21 }), makeOutput("gain")];
  const emulated = emulatedOutputs(
    makeConfig({ outputs, coordinates: [vgs], emulator_outputs: ["Id", "Vgs", "gain"] }),
  );
  assert.equal(
    [emulated.scalars, emulated.vectors].map((list) => list.map(({ name }) => name)),
    [["gain"], ["Id"]],
  );
});
