import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import type { DatasetMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import { jobConfig, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { applyConfigChange } from "@understudy/shared/job-config/apply-change.ts";
import { coordinateChoices, derived, withInputType } from "@understudy/shared/job-config/derived.ts";
import { assert, suite } from "../../../harness.ts";
import { makeVectorMeta, TRANSISTOR_META } from "../../../support/engine/dataset-meta.ts";

const it = suite("the config of a dataset");

const fresh = defaultConfig(TRANSISTOR_META, { data_options: NO_DATA_OPTIONS, previous: null });

it("is one that the platform accepts", () => {
  assert.equal(jobConfig.parse(fresh), fresh);
});

it("proposes a vector that never changes and only rises as the coordinate of the others", () => {
  assert.equal(
    fresh.coordinates.map(({ name }) => name),
    ["Vgs"],
  );
  assert.is(fresh.coordinate_name, null, "Id and Ig share Vgs, but alone has its row index");
  assert.equal(
    fresh.outputs.map(({ name, coordinate_name }) => [name, coordinate_name]),
    [
      ["gm", null],
      ["Id", "Vgs"],
      ["Vgs", null],
      ["Ig", "Vgs"],
      ["alone", null],
    ],
  );
  assert.equal(fresh.emulator_outputs, ["gm", "Id", "Ig", "alone"]);
  const ignoring = derived({
    ...fresh,
    outputs: fresh.outputs.map((output) => ({ ...output, ignored: output.name === "alone" })),
  });
  assert.is(ignoring.coordinate_name, "Vgs");
  assert.equal(ignoring.emulator_outputs, ["gm", "Id", "Ig"]);
});

it("proposes a sweep that turns back as the loop that curves are drawn over, and trains them over their index", () => {
  const loop = [0, 1, 2, 1, 0];
  const sweep = { ...makeVectorMeta("V", 5, 64, false), loop };
  const outputs = [sweep, makeVectorMeta("P", 5, 69, false), ...TRANSISTOR_META.outputs.slice(1, 3)];
  const config = defaultConfig(
    { ...TRANSISTOR_META, outputs },
    { data_options: NO_DATA_OPTIONS, previous: null },
  );
  const drawnOver = ({ outputs: drawn }: typeof config) =>
    drawn.map(({ name, coordinate_name, loop_name }) => [name, coordinate_name, loop_name]);
  assert.equal(drawnOver(config), [
    ["V", null, null],
    ["P", null, "V"],
    ["Id", "Vgs", null],
    ["Vgs", null, null],
  ]);
  assert.equal(config.emulator_outputs, ["P", "Id"]);
  assert.equal(
    config.coordinates.map(({ name, loop_values }) => [name, loop_values]),
    [
      ["V", loop],
      ["Vgs", null],
    ],
  );
  const byIndex = applyConfigChange(config, { outputs: [{ name: "P", coordinate_name: null }] }).config;
  assert.equal(drawnOver(byIndex)[1], ["P", null, null]);
  const again = applyConfigChange(byIndex, { outputs: [{ name: "P", coordinate_name: "V" }] }).config;
  assert.equal(drawnOver(again), drawnOver(config));
  const rebuilt = defaultConfig(
    { ...TRANSISTOR_META, outputs },
    { data_options: NO_DATA_OPTIONS, previous: byIndex },
  );
  assert.equal(drawnOver(rebuilt)[1], ["P", null, null]);
  const unit = applyConfigChange(config, { outputs: [{ name: "P", unit: "C" }] }).config;
  assert.equal(drawnOver(unit), drawnOver(config));
});

it("offers a vector only coordinates of its own length", () => {
  const of = (name: string) =>
    fresh.outputs
      .filter((output) => output.name === name)
      .flatMap((output) => coordinateChoices(fresh, output));
  assert.equal(of("Id"), ["Vgs"]);
  assert.equal(of("alone"), []);
  assert.equal(of("gm"), []);
  assert.equal(of("Vgs"), []);
});

it("keeps what people chose before, as far as it still makes sense", () => {
  const previous = {
    ...fresh,
    inputs: fresh.inputs.map((input) => {
      if (input.name === "Lg")
        return { ...(withInputType(input, "MultiSelect") ?? input), display: "Gate length", unit: "nm" };
      if (input.name === "tox") return { ...input, fixed: true, initval: 99 };
      return input;
    }),
    outputs: fresh.outputs.map((output) => {
      if (output.name === "Id") return { ...output, coordinate_name: null, multiplier: 1e-6 };
      return output.name === "Ig" ? { ...output, coordinate_name: "gone", ignored: true } : output;
    }),
    coordinates: fresh.coordinates.map((coordinate) => ({ ...coordinate, unit: "V" })),
    training: { ...fresh.training, effort: "thorough" as const, validation_percentage: 45 },
  };
  const edited = defaultConfig(TRANSISTOR_META, { data_options: NO_DATA_OPTIONS, previous });
  assert.equal(edited.inputs[0], { ...previous.inputs[0], initval: 100 });
  assert.equal([edited.inputs[1]?.fixed, edited.inputs[1]?.initval], [true, 1.25]);
  assert.equal([edited.outputs[1]?.coordinate_name, edited.outputs[1]?.multiplier], [null, 1e-6]);
  assert.equal([edited.outputs[3]?.coordinate_name, edited.outputs[3]?.ignored], ["Vgs", true]);
  assert.is(edited.coordinates[0]?.unit, "V");
  assert.equal([edited.training.effort, edited.training.validation_percentage], ["thorough", 20]);
});

it("draws a vector as a map where its values fill a square or two axes of a grid stand beside it, until a person chooses", () => {
  const columnsIn = (outputs: DatasetMeta["outputs"], previous: typeof fresh | null = null) => {
    const grids = { ...TRANSISTOR_META, outputs };
    const { outputs: proposedOutputs } = defaultConfig(grids, { data_options: NO_DATA_OPTIONS, previous });
    return Object.fromEntries(proposedOutputs.map(({ name, grid_columns }) => [name, grid_columns]));
  };
  const square = { ...makeVectorMeta("u", 100, 0, false), gridColumns: 10 };
  assert.equal(columnsIn([square]), { u: 10 });
  const axes = [
    { ...makeVectorMeta("x", 60, 0, false), gridAxisColumns: 12 },
    { ...makeVectorMeta("y", 60, 60, false), gridAxisColumns: 12 },
  ];
  assert.equal(columnsIn([...axes, makeVectorMeta("T", 60, 120, false)]), { x: null, y: null, T: 12 });
  assert.equal(columnsIn([...axes.slice(1), makeVectorMeta("T", 60, 120, false)]), { y: null, T: null });
  assert.equal(
    columnsIn([square, makeVectorMeta("t", 100, 100, true)]),
    { u: null, t: null },
    "it has a coordinate",
  );
  const chosen = {
    ...fresh,
    outputs: fresh.outputs.slice(1, 2).map((output) => ({ ...output, name: "u", length: 100 })),
  };
  assert.equal(columnsIn([square], chosen), { u: null });
});

it("proposes the coordinate that the headers of a curve state, and for no other output", () => {
  const outputs: DatasetMeta["outputs"] = [
    makeVectorMeta("Id_at", 11, 0, true),
    { ...makeVectorMeta("Id", 11, 11, false), coordinate: "Id_at" },
    makeVectorMeta("gain_at", 11, 22, true),
    { ...makeVectorMeta("gain", 11, 33, false), coordinate: "gain_at" },
    makeVectorMeta("y", 11, 44, false),
  ];
  const config = defaultConfig(
    { ...TRANSISTOR_META, outputs },
    { data_options: NO_DATA_OPTIONS, previous: null },
  );
  assert.equal(
    config.outputs.map((output) => output.coordinate_name),
    [null, "Id_at", null, "gain_at", null],
  );
});

it("warns of fewer than ten rows", () => {
  const listNotes = (training: number) =>
    defaultConfig(
      { ...TRANSISTOR_META, split: { ...TRANSISTOR_META.split, validation: 2, training } },
      { data_options: NO_DATA_OPTIONS, previous: null },
    ).data_notes.filter(({ kind }) => kind === "few rows");
  assert.equal(listNotes(7), [{ kind: "few rows", rows: 9 }]);
  assert.equal(listNotes(8), []);
});
