/** The types, values and notes that the config of a dataset proposes for its inputs. */
import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import type { DatasetMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { withInputType } from "@understudy/shared/job-config/derived.ts";
import { assert, suite } from "../../../harness.ts";
import { TRANSISTOR_META } from "../../../support/engine/dataset-meta.ts";

const it = suite("the config of a dataset's inputs");

const fresh = defaultConfig(TRANSISTOR_META, { data_options: NO_DATA_OPTIONS, previous: null });

it("starts the inputs at the values of the central row, and of an edited config where they still fit", () => {
  const central = { ...TRANSISTOR_META, centralRow: [500, 0.75, 300, 0] };
  const started = defaultConfig(central, { data_options: NO_DATA_OPTIONS, previous: null });
  const listInitialValues = ({ inputs }: typeof started) => inputs.map(({ initval }) => initval);
  assert.equal(listInitialValues(started), [500, 0.75, 300, "n"]);
  assert.equal(listInitialValues(fresh), [100, 1.25, 300, "p"]);
  const again = defaultConfig(central, { data_options: NO_DATA_OPTIONS, previous: fresh });
  assert.equal(listInitialValues(again), [100, 1.25, 300, "p"]);
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
  const [lg] = TRANSISTOR_META.inputs;
  const withValues = (values: number[]): DatasetMeta => ({
    ...TRANSISTOR_META,
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
    { ...TRANSISTOR_META, inputs, relation: null },
    { data_options: NO_DATA_OPTIONS, previous: null },
  );
  assert.equal(data_notes, [{ kind: "few values", inputs: ["height", "load"] }]);
});
