import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import type { DatasetMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import { jobConfig, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { applyConfigChange } from "@understudy/shared/job-config/apply-change.ts";
import { coordinateChoices, derived, withInputType } from "@understudy/shared/job-config/derived.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the config of a dataset");

const NO_GRID = { loop: null, gridColumns: null, gridAxisColumns: null };
const vector = (name: string, length: number, offset: number, isCoordinate: boolean) =>
  ({
    name,
    kind: "vector",
    length,
    offset,
    min: 0,
    max: 2,
    isCoordinate,
    undefinedRows: 0,
    ...NO_GRID,
  }) as const;

const meta: DatasetMeta = {
  version: 1,
  relation: null,
  rows: 100,
  inputs: [
    {
      kind: "numeric",
      name: "Lg",
      min: 50,
      max: 500,
      integer: true,
      countsRows: false,
      uniqueValues: [50, 100, 500],
      centre: 100,
    },
    {
      kind: "numeric",
      name: "tox",
      min: 0.5,
      max: 2,
      integer: false,
      countsRows: false,
      uniqueValues: null,
      centre: 1.25,
    },
    {
      kind: "numeric",
      name: "T",
      min: 300,
      max: 300,
      integer: true,
      countsRows: false,
      uniqueValues: [300],
      centre: 300,
    },
    { kind: "categorical", name: "kind", levels: ["n", "p"], commonest: 1, counts: [] },
  ],
  outputs: [
    {
      name: "gm",
      kind: "scalar",
      length: 1,
      offset: 0,
      min: -1,
      max: 1,
      isCoordinate: false,
      undefinedRows: 0,
      ...NO_GRID,
    },
    vector("Id", 21, 1, false),
    vector("Vgs", 21, 22, true),
    vector("Ig", 21, 43, false),
    vector("alone", 5, 64, true),
  ],
  outputWidth: 69,
  ignoredRows: 3,
  split: { file: "split-20.u32", validationPercentage: 20, validation: 20, training: 80 },
};
const fresh = defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous: null });

it("is one that the platform accepts", () => {
  assert.equal(jobConfig.parse(fresh), fresh);
});

it("starts the inputs at the values of the central row, and of an edited config where they still fit", () => {
  const central = { ...meta, centralRow: [500, 0.75, 300, 0] };
  const started = defaultConfig(central, { data_options: NO_DATA_OPTIONS, previous: null });
  const listInitialValues = ({ inputs }: typeof started) => inputs.map(({ initval }) => initval);
  assert.equal(listInitialValues(started), [500, 0.75, 300, "n"]);
  assert.equal(listInitialValues(fresh), [100, 1.25, 300, "p"]);
  const again = defaultConfig(central, { data_options: NO_DATA_OPTIONS, previous: fresh });
  assert.equal(listInitialValues(again), [100, 1.25, 300, "p"]);
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
  const sweep = { ...vector("V", 5, 64, false), loop };
  const outputs = [sweep, vector("P", 5, 69, false), ...meta.outputs.slice(1, 3)];
  const config = defaultConfig({ ...meta, outputs }, { data_options: NO_DATA_OPTIONS, previous: null });
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
  const rebuilt = defaultConfig({ ...meta, outputs }, { data_options: NO_DATA_OPTIONS, previous: byIndex });
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

it("starts inputs at a value that occurs, or in the middle, and fixes those that never vary", () => {
  assert.equal(
    fresh.inputs.map(({ name, type, fixed, initval }) => [name, type, fixed, initval]),
    [
      ["Lg", "Scalar", false, 100],
      ["tox", "Scalar", false, 1.25],
      ["T", "Scalar", true, 300],
      ["kind", "MultiSelect", false, "p"],
    ],
  );
  assert.equal(fresh.data_set_sizes, { combined: 100, training: 80, validation: 20 });
  assert.is(fresh.ignored_row_count, 3);
});

it("takes a column for whole numbers where every whole number of its range occurs, and keeps what people chose", () => {
  const [lg] = meta.inputs;
  const withValues = (values: number[]): DatasetMeta => ({
    ...meta,
    inputs: [
      {
        kind: "numeric",
        name: "fingers",
        min: Math.min(...values),
        max: Math.max(...values),
        integer: values.every(Number.isInteger),
        countsRows: false,
        uniqueValues: values,
        centre: values[0] ?? 0,
      },
      ...(lg === undefined ? [] : [lg]),
    ],
  });
  const detectIntegers = (values: number[], previous = fresh) =>
    defaultConfig(withValues(values), { data_options: NO_DATA_OPTIONS, previous }).inputs.map(
      ({ is_integer }) => is_integer,
    );
  assert.equal(detectIntegers([1, 2, 3, 4]), [true, false], "50, 100 and 500 are not all of their range");
  assert.equal(
    [[1, 2, 4], [1, 1.5, 2], [3]].map((values) => detectIntegers(values)[0]),
    [false, false, false],
  );
  const chosen = (is_integer: boolean) => ({
    ...fresh,
    inputs: fresh.inputs.flatMap((input) => [input, { ...input, name: "fingers", is_integer }]),
  });
  assert.equal(detectIntegers([1, 2, 3], chosen(false))[0], false);
  assert.equal(detectIntegers([1, 2, 4], chosen(true))[0], true);
  assert.equal(detectIntegers([1, 2.5], chosen(true))[0], false);
});

it("makes few-valued numbers discrete and back, and nothing else", () => {
  const [lg, tox, , kind] = fresh.inputs;
  if (lg === undefined || tox === undefined || kind === undefined) throw new Error("inputs are missing");
  const discrete = withInputType({ ...lg, initval: 90 }, "MultiSelect");
  assert.equal([discrete?.values, discrete?.unique_values, discrete?.initval], [[50, 100, 500], null, 100]);
  if (discrete === null) throw new Error("not made discrete");
  assert.equal(withInputType(discrete, "Scalar"), { ...lg, initval: 100 });
  assert.is(withInputType(discrete, "Select")?.type, "Select");
  assert.is(withInputType(tox, "MultiSelect"), null);
  assert.is(withInputType(kind, "Scalar"), null);
  assert.is(withInputType(lg, "Vector"), null);
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
  const edited = defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous });
  assert.equal(edited.inputs[0], { ...previous.inputs[0], initval: 100 });
  assert.equal([edited.inputs[1]?.fixed, edited.inputs[1]?.initval], [true, 1.25]);
  assert.equal([edited.outputs[1]?.coordinate_name, edited.outputs[1]?.multiplier], [null, 1e-6]);
  assert.equal([edited.outputs[3]?.coordinate_name, edited.outputs[3]?.ignored], ["Vgs", true]);
  assert.is(edited.coordinates[0]?.unit, "V");
  assert.equal([edited.training.effort, edited.training.validation_percentage], ["thorough", 20]);
});

it("draws a vector as a map where its values fill a square or two axes of a grid stand beside it, until a person chooses", () => {
  const columnsIn = (outputs: DatasetMeta["outputs"], previous: typeof fresh | null = null) => {
    const grids = { ...meta, outputs };
    const { outputs: proposedOutputs } = defaultConfig(grids, { data_options: NO_DATA_OPTIONS, previous });
    return Object.fromEntries(proposedOutputs.map(({ name, grid_columns }) => [name, grid_columns]));
  };
  const square = { ...vector("u", 100, 0, false), gridColumns: 10 };
  assert.equal(columnsIn([square]), { u: 10 });
  const axes = [
    { ...vector("x", 60, 0, false), gridAxisColumns: 12 },
    { ...vector("y", 60, 60, false), gridAxisColumns: 12 },
  ];
  assert.equal(columnsIn([...axes, vector("T", 60, 120, false)]), { x: null, y: null, T: 12 });
  assert.equal(columnsIn([...axes.slice(1), vector("T", 60, 120, false)]), { y: null, T: null });
  assert.equal(columnsIn([square, vector("t", 100, 100, true)]), { u: null, t: null }, "it has a coordinate");
  const chosen = {
    ...fresh,
    outputs: fresh.outputs.slice(1, 2).map((output) => ({ ...output, name: "u", length: 100 })),
  };
  assert.equal(columnsIn([square], chosen), { u: null });
});

it("proposes numbers of few values as discrete where they leave a wide gap, whole numbers in a row apart", () => {
  const number = (name: string, uniqueValues: number[] | null) => {
    const min = Math.min(...(uniqueValues ?? [0]));
    const max = Math.max(...(uniqueValues ?? [1]));
    const integer = uniqueValues?.every(Number.isInteger) ?? false;
    return {
      kind: "numeric",
      name,
      min,
      max,
      integer,
      countsRows: false,
      uniqueValues,
      centre: min,
    } as const;
  };
  const inputs = [
    number("height", [3.5, 7]),
    number("fingers", [1, 2]),
    number("grid", [0, 0.5, 1]),
    number("width", null),
    number("load", [0, 1, 50]),
    number("decades", [1, 10, 100]),
  ];
  const { data_notes } = defaultConfig(
    { ...meta, inputs, relation: null },
    { data_options: NO_DATA_OPTIONS, previous: null },
  );
  assert.equal(data_notes, [{ kind: "few values", inputs: ["height", "load"] }]);
});

it("warns of fewer than ten rows", () => {
  const listNotes = (training: number) =>
    defaultConfig(
      { ...meta, split: { ...meta.split, validation: 2, training } },
      { data_options: NO_DATA_OPTIONS, previous: null },
    ).data_notes.filter(({ kind }) => kind === "few rows");
  assert.equal(listNotes(7), [{ kind: "few rows", rows: 9 }]);
  assert.equal(listNotes(8), []);
});
