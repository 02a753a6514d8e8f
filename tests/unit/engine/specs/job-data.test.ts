import { readExtraData } from "@understudy/engine/dataset/extra-data.ts";
import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import { createProblems } from "@understudy/shared/csv/problems.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { checkSpecJob } from "@understudy/shared/spec-job/check-spec-job.ts";
import { assert, suite } from "../../../harness.ts";
import {
  givenJob,
  makeChoice,
  makeCorner,
  makeFile,
  makeScalar,
  makeSpecVersion,
  makeText,
  makeVector,
} from "../../../support/specs/spec-jobs.ts";

const spec = makeSpecVersion();
const configFor = (version = spec) => configOfSpec(version, checkSpecJob(version, givenJob()).variables);

const columns = suite("the columns of a job from a spec");
columns("follow from its variables and outputs", () => {
  const { inputs, outputs, coordinates, emulator_outputs, coordinate_name } = configFor();
  assert.equal(
    inputs.map(({ name, type, min, max, fixed, values, initval }) => [
      name,
      type,
      min,
      max,
      fixed,
      values,
      initval,
    ]),
    [
      ["w1", "Scalar", 5e-6, 6e-5, false, null, 2e-5],
      ["fingers", "Scalar", 1, 8, false, null, 3],
      ["temp_c", "Scalar", 27, 27, true, null, 27],
      ["corner", "MultiSelect", null, null, false, ["tt", "ss", "ff"], "tt"],
    ],
  );
  assert.equal(
    inputs.filter(({ is_integer }) => is_integer).map(({ name }) => name),
    ["fingers"],
  );
  assert.equal([inputs[0]?.display, inputs[0]?.unit, inputs[1]?.display], ["Input pair width", "m", ""]);
  assert.equal(
    outputs.map(({ name, type, length, coordinate_name }) => [name, type, length, coordinate_name]),
    [
      ["gain", "Scalar", 1, null],
      ["bode", "Vector", 5, "frequency"],
      ["frequency", "Vector", 5, null],
    ],
  );
  assert.equal(
    coordinates.map(({ name, min, max, length, unit }) => [name, min, max, length, unit]),
    [["frequency", 10, 1000, 5, "Hz"]],
  );
  assert.equal([emulator_outputs, coordinate_name], [["gain", "bode"], "frequency"]);
});
columns("are one an element of a Vector, none of a File, and fixed for what has one value", () => {
  const variables = [
    makeVector("v", { verbose_name: "Widths" }),
    makeFile("f", { optional: true }),
    makeText("t", { default_val: "typical" }),
    makeChoice("c"),
  ];
  const { inputs } = configFor(makeSpecVersion({ variables }));
  assert.equal(
    inputs.map(({ name, display, fixed, values, initval }) => [name, display, fixed, values, initval]),
    [
      ["v[0]", "Widths[0]", false, null, 0.5],
      ["v[1]", "Widths[1]", false, null, 0.5],
      ["t", "", true, ["typical"], "typical"],
      ["c", "", true, [2], 2],
    ],
  );
});
columns("leave out coordinates that no output is a curve over", () => {
  const outputs = spec.outputs.filter(({ type }) => type === "Scalar");
  assert.equal(configFor(makeSpecVersion({ outputs })).coordinates, []);
});

async function read(text: string, version = spec) {
  const problems = createProblems();
  const rows: { inputs: ScalarValue[]; outputs: number[][] }[] = [];
  const grids = new Map(version.coordinates.map(({ name, grid }) => [name, gridValues(grid)]));
  async function* chunks() {
    yield Buffer.from(text);
  }
  const file = { name: "extra.csv", size: text.length, chunks: chunks() };
  const fileProblems = problems.of("Extra Data", file.name);
  const count = await readExtraData(file, configFor(version), grids, fileProblems, (inputs, outputs) => {
    rows.push({ inputs: [...inputs], outputs: outputs.map((values) => [...values]) });
    return undefined;
  });
  return { count, rows, problems: Object.values(problems.report()).flat() };
}
const curve = '"[1,2,3,4,5]"';
const grid = [10, ...[1.5, 2, 2.5].map((power) => 10 ** power), 1000];

const extra = suite("extra data");
extra("are rows of all that varies and all outputs, in whatever order the columns stand", async () => {
  const { rows, problems, count } = await read(
    `bode,comment,w1,fingers,corner,gain\n${curve},first,1e-5,2,ss,60\n${curve},,2e-5,3,tt,61\n`,
  );
  assert.equal(problems, []);
  assert.is(count, 2);
  assert.equal(
    rows.map(({ inputs }) => inputs),
    [
      [1e-5, 2, 27, "ss"],
      [2e-5, 3, 27, "tt"],
    ],
  );
  const [gain, bode, frequency = []] = rows[0]?.outputs ?? [];
  assert.equal([gain, bode], [[60], [1, 2, 3, 4, 5]]);
  assert.ok(frequency.every((value, i) => Math.abs(value - (grid[i] ?? 0)) < 1e-9 * value));
});
extra("may have its units in the names of its columns", async () => {
  const text = (unit: string) =>
    `w1 (${unit}),fingers,corner,gain,bode\n1e-5,2,ss,60,${curve}\n2e-5,3,tt,61,${curve}\n`;
  const { rows, problems } = await read(text("m"));
  assert.equal([problems, rows.map(({ inputs }) => inputs[0])], [[], [1e-5, 2e-5]]);
  assert.match((await read(text("um"))).problems.join(), /"um", but that of this job is "m"/);
});
extra("may have prefixes, decimal commas and units, which must be those of the spec", async () => {
  const body = `w1;fingers;corner;gain;bode\n# Ada's runs;\n10u;2;ss;60,5;${curve}\n20 um;3;tt;61,5;${curve}\n`;
  const { rows, problems } = await read(body);
  assert.equal(problems, []);
  assert.equal(
    rows.map(({ inputs, outputs }) => [inputs[0], outputs[0]?.[0]]),
    [
      [1e-5, 60.5],
      [2e-5, 61.5],
    ],
  );
  const inMicrometres = await read(body.replace("# Ada's runs;", "um;;;;"));
  assert.equal(inMicrometres.problems, [
    'extra.csv, column "w1": the unit of this column is "um", but that of this job is "m"',
  ]);
});
extra("that lack a column say which", async () => {
  const { problems, rows } = await read("w1,corner,gain\n1e-5,ss,60\n");
  assert.equal(problems, [
    'extra.csv, row 1: there is no column for the variable "fingers"',
    'extra.csv, row 1: there is no column for the output "bode"',
  ]);
  assert.equal(rows, []);
});
extra("name every cell that is wrong, and give the rows that are sound", async () => {
  const header = "w1,fingers,corner,temp_c,gain,bode";
  const { problems, rows } = await read(
    [
      header,
      `1e-5,2,ss,27,60,${curve}`,
      `,2,sf,25,NaN,${curve}`,
      '1e-5,2,ss,27.0,x,"[1,2]"',
      "1e-5,2,ss,27,[1],7",
      "1e-5,2,ss",
      `1e-5,2,ff,27,60,${curve}`,
    ].join("\n"),
  );
  assert.is(rows.length, 2);
  const has = (row: number, column: string, text: RegExp) =>
    assert.ok(
      problems.some(
        (problem) => problem.startsWith(`extra.csv, row ${row}, column "${column}": `) && text.test(problem),
      ),
      `${column} of row ${row} in ${problems.join("\n")}`,
    );
  has(3, "w1", /the cell is empty/);
  has(3, "corner", /"sf" is not one of the options/);
  has(3, "temp_c", /25 is not 27, the value that this variable is fixed at/);
  has(3, "gain", /"NaN" is not a finite number/);
  has(4, "gain", /"x" is not a number/);
  has(4, "bode", /the list has 2 values, but the coordinate of this curve has 5/);
  has(5, "bode", /the cell is a number, but this output is a curve/);
  assert.ok(problems.some((problem) => /row 6: this row has 3 cells, but the header has 6/.test(problem)));
});
extra("that are no CSV at all say so", async () => {
  assert.match((await read("")).problems.join(), /the file is empty/);
  assert.match((await read("1,2\n3,4\n")).problems.join(), /is the header missing/);
});
extra("read options that are numbers as numbers", async () => {
  const variables = [makeScalar("a"), makeCorner("bits", { options: [8, 12], default_val: 8 })];
  const outputs = spec.outputs.filter(({ type }) => type === "Scalar");
  const version = makeSpecVersion({ variables, outputs });
  const { rows, problems } = await read("a,bits,gain\n0.5,12.0,1\n0.5,9,1\n", version);
  assert.equal(
    rows.map(({ inputs }) => inputs),
    [[0.5, 12]],
  );
  assert.is(problems.length, 1);
});
