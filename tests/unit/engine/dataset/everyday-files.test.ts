/** Everyday files are read as the people who wrote them mean them, or the configuration says what is doubtful, before anything is trained. */
import { type DataOptions, type JobConfig, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { dataNoteText } from "@understudy/shared/domain/data-note.ts";
import { assert, suite } from "../../../harness.ts";
import { check } from "../../../support/engine/csv-files.ts";
import {
  computeCurves,
  computeStepResponse,
  drawPoints,
  roundDigits,
  writeFiles,
  writeFilters,
  writeSuffixes,
} from "../../../support/engine/everyday-files.ts";
import { type FilePair, readJob } from "../../../support/engine/file-jobs.ts";

const it = suite("everyday files");

const readRows = async ({ parameters, outputs }: FilePair, options: Partial<DataOptions> = {}) => {
  const checked = await check(parameters, outputs, { options });
  assert.equal(checked.sentences, []);
  return checked;
};

async function readConfig(files: FilePair, options: Partial<DataOptions> = {}): Promise<JobConfig> {
  const job = await readJob(files, options);
  if ("problems" in job) throw new Error(job.problems.join(" "));
  return job.config;
}

const noteTexts = ({ data_notes }: JobConfig): string[] =>
  data_notes.map((note) => dataNoteText(note, String));

const isClose = (a: number | undefined, b: number | undefined, tolerance = 1e-12): boolean =>
  Math.abs((a ?? Number.NaN) - (b ?? Number.NaN)) <= tolerance * Math.abs(b ?? 0);

/** Asserts that the files hold the numbers of the plain ones, and no category. */
async function assertReadAsPlain(files: FilePair, plain = writeFilters()): Promise<void> {
  const [read, expected] = [await readRows(files), await readRows(plain)];
  assert.ok(read.table?.inputs.every(({ levels }) => levels === null));
  assert.equal(
    read.table?.inputs.map(({ name }) => name),
    expected.table?.inputs.map(({ name }) => name),
  );
  for (const [rows, expectedRows] of [
    [read.inputRows, expected.inputRows],
    [read.outputRows, expected.outputRows],
  ] as const) {
    assert.is(rows.length, expectedRows.length);
    for (const [at, row] of rows.entries())
      assert.ok(
        row.every((value, column) => isClose(value, expectedRows[at]?.[column])),
        `row ${at}: ${row} instead of ${expectedRows[at]}`,
      );
  }
}

const withComma = (value: number): string => String(value).replace(".", ",");

it("hold the numbers below comments, as comments hold none", () =>
  assertReadAsPlain(writeFilters({ above: "# tool 1.2\n# date: today\n" })));

it("hold numbers with decimal commas where semicolons part the columns", () =>
  assertReadAsPlain(writeFilters({ separator: ";", write: withComma, writeOutput: withComma })));

it("hold the numbers that engineering suffixes mean, not categories", () =>
  assertReadAsPlain(writeFilters(writeSuffixes)));

it("have three columns where bars or blanks part them", async () => {
  await assertReadAsPlain(writeFilters({ separator: "|" }));
  await assertReadAsPlain(writeFilters({ separator: "   " }));
});

it("are parted as the line of a spreadsheet says above them", () =>
  assertReadAsPlain(writeFilters({ above: "sep=;\n", separator: ";" })));

it("give a row of units to their columns, not to the numbers", async () => {
  const files = writeFilters({ units: { parameters: ["Ohm", "F", "degC"], outputs: ["Hz"] } });
  await assertReadAsPlain(files);
  const { inputs, outputs } = await readConfig(files);
  assert.equal(
    [...inputs, ...outputs].map(({ unit }) => unit),
    ["Ohm", "F", "degC", "Hz"],
  );
});

it("hold ten thousand where a whole column shows that commas part thousands, which is said", async () => {
  const resistances = ["4,700", "1,200", "470", "10,000", "22,000", "950", "2,200", "330"];
  const values = resistances.map((text) => Number(text.replace(",", "")));
  const write = (cells: readonly (string | number)[]) =>
    writeFiles(
      ["R", "C"],
      cells.map((cell, row) => [cell, row + 0.5]),
      values.map((R, row) => R * (row + 0.5)),
      "tau",
    );
  const files = write(resistances.map((text) => (text.includes(",") ? `"${text}"` : text)));
  await assertReadAsPlain(files, write(values));
  assert.match(noteTexts(await readConfig(files)).join("\n"), /4,700 is read as four thousand seven hundred/);
});

it("with complex numbers are refused with the choices, and become two outputs by choice", async () => {
  const points = drawPoints(20, 2);
  const files = writeFiles(
    ["a", "b"],
    points,
    points.map(([a = 0, b = 0]) => `${a}-${b}j`),
    "s21",
  );
  const refused = await readJob(files);
  assert.match(
    "problems" in refused ? refused.problems.join("\n") : "",
    /complex number[\s\S]*Real and imaginary part/,
  );
  const { outputRows } = await readRows(files, { complex_as_parts: true });
  assert.equal(
    outputRows,
    points.map(([a = 0, b = 0]) => [a, -b]),
  );
});

it("with a column a point offer one curve, and hold it by choice", async () => {
  const { points, values } = computeCurves(20, 41, computeStepResponse);
  const header = Array.from({ length: 41 }, (_, at) => `id_${at}`);
  const files = writeFiles(
    ["w", "l"],
    points,
    values.map((curve) => curve.join()),
    header.join(),
  );
  const notes = noteTexts(await readConfig(files));
  assert.ok(notes.some((text) => text.endsWith("Columns id_0 to id_40 may be the 41 points of one curve.")));
  const { outputs } = await readConfig(files, { join_numbered_columns: true });
  assert.equal(
    outputs.map(({ name, length }) => [name, length]),
    [["id", 41]],
  );
  const { outputRows } = await readRows(files, { join_numbered_columns: true });
  assert.equal(outputRows, values);
});

it("with a voltage in the name of each point hold a curve over it by choice, with its unit", async () => {
  const { points, grid, values } = computeCurves(20, 21, computeStepResponse);
  const files = writeFiles(
    ["w", "l"],
    points,
    values.map((curve) => curve.join()),
    grid.map((volt) => `Id@${volt}V`).join(),
  );
  const { outputs, coordinates } = await readConfig(files, { join_numbered_columns: true });
  assert.equal(
    outputs.map(({ name, coordinate_name }) => [name, coordinate_name]),
    [
      ["Id_at", null],
      ["Id", "Id_at"],
    ],
  );
  assert.equal(
    coordinates.map(({ name, unit, min, max }) => [name, unit, min, max]),
    [["Id_at", "V", 0, 1]],
  );
});

it("with lists over several lines, as numpy prints them, hold curves", async () => {
  const { points, values } = computeCurves(12, 9, computeStepResponse);
  const lists = values.map((curve) => `"[${curve.slice(0, 5).join(" ")}\n ${curve.slice(5).join(" ")}]"`);
  const { table, outputRows } = await readRows(writeFiles(["w", "z"], points, lists, "gain"));
  assert.equal(table?.outputs, [{ name: "gain", vectorLength: 9 }]);
  assert.equal(outputRows, values);
});

it("with a grid of its own in each row are resampled onto one grid, which is said", async () => {
  const points = drawPoints(30, 2);
  const cells = points.map((point) => {
    const grid = Array.from({ length: 60 }, (_, at) =>
      roundDigits((at / 59) ** (1.2 + 0.3 * (point[1] ?? 0)), 9),
    );
    return [grid, grid.map((at) => roundDigits(computeStepResponse(point, at), 9))]
      .map((list) => `"[${list}]"`)
      .join();
  });
  const files = writeFiles(["w", "zeta"], points, cells, "time,vout");
  const config = await readConfig(files);
  assert.match(noteTexts(config).join("\n"), /resampled/);
  assert.equal(
    config.outputs.map(({ name, coordinate_name }) => [name, coordinate_name]),
    [
      ["time", null],
      ["vout", "time"],
    ],
  );
  const { outputRows } = await readRows(files);
  const count = config.coordinates[0]?.length ?? 0;
  for (const [row, cellsOfRow] of outputRows.entries())
    for (let at = 0; at < count; at++) {
      const truth = computeStepResponse(points[row] ?? [], cellsOfRow[at] ?? 0);
      assert.ok(Math.abs((cellsOfRow[count + at] ?? Number.NaN) - truth) < 2e-3, `row ${row}, point ${at}`);
    }
});

it("with a phase that wraps say so, and hold its cosine and sine by choice", async () => {
  const points = drawPoints(60, 3);
  const phases = points.map(([a = 0, b = 0, c = 0]) => {
    const phase = -250 * a - 250 * b * c + 60;
    return roundDigits(phase - 360 * Math.floor((phase + 180) / 360));
  });
  const files = writeFiles(["a", "b", "c"], points, phases, "phase_deg");
  assert.match(
    noteTexts(await readConfig(files)).join("\n"),
    /phase_deg.*looks like an angle that jumps by 360/,
  );
  const { outputRows } = await readRows(files, { unwrap_angles: true });
  for (const [row, [cosine, sine]] of outputRows.entries()) {
    const angle = ((phases[row] ?? 0) * Math.PI) / 180;
    assert.ok(
      Math.abs((cosine ?? 2) - Math.cos(angle)) < 1e-9 && Math.abs((sine ?? 2) - Math.sin(angle)) < 1e-9,
    );
  }
});

it("with the mark of a failed run in six rows name these rows, which lack the output once the mark is chosen", async () => {
  const points = drawPoints(60, 3);
  const failed = [4, 17, 18, 33, 40, 59];
  const gains = points.map(([a = 0, b = 0, c = 0], row) =>
    failed.includes(row) ? 1e30 : roundDigits(2 + Math.sin(3 * a) + b * c),
  );
  const files = writeFiles(["a", "b", "c"], points, gains, "gain");
  const { suspected_marks: marks } = await readConfig(files);
  // The header is row 1.
  assert.equal(
    marks.map(({ output, value, rows }) => [output, value, rows]),
    [["gain", 1e30, failed.map((row) => row + 2)]],
  );
  const chosen = marks.map(({ output, value }) => ({ output, value }));
  const { left_out: leftOut, data_set_sizes: sizes } = await readConfig(files, { failed_run_marks: chosen });
  assert.equal([leftOut.marks, sizes.combined], [6, 54]);
});

it("with a counter of the rows have it fixed, which is said", async () => {
  const points = Array.from({ length: 64 }, (_, row) => [row, Math.floor(row / 8) / 7, (row % 8) / 7]);
  const values = points.map(([, a = 0, b = 0]) => roundDigits(Math.sin(3 * a) + b * b));
  const config = await readConfig(writeFiles(["Unnamed: 0", "a", "b"], points, values));
  assert.equal(
    config.inputs.map(({ fixed }) => fixed),
    [true, false, false],
  );
  assert.match(noteTexts(config).join("\n"), /Unnamed: 0 counts the rows, so it is fixed/);
});

it("with shares state that they sum to one", async () => {
  const points = drawPoints(40, 2).map(([a = 0, b = 0]) => {
    const [first, second] = [Math.min(a, b), Math.max(a, b)].map((value) => roundDigits(value));
    return [first ?? 0, roundDigits((second ?? 0) - (first ?? 0), 9), roundDigits(1 - (second ?? 0), 9)];
  });
  const values = points.map(([a = 0, b = 0, c = 0]) => roundDigits(4 * a * b + 0.6 * c + a * c));
  const config = await readConfig(writeFiles(["resin", "filler", "solvent"], points, values, "strength"));
  assert.match(noteTexts(config).join("\n"), /resin \+ filler \+ solvent = 1 in every row/);
});

it("with a level in one row name it, and keep the row for the training", async () => {
  const corners = ["tt", "ff", "ss"];
  const points = drawPoints(40, 1).map(([x = 0], row) => [row === 12 ? "sf" : (corners[row % 3] ?? ""), x]);
  const config = await readConfig(
    writeFiles(
      ["corner", "x"],
      points,
      points.map(([, x]) => x ?? 0),
    ),
  );
  assert.ok(noteTexts(config).includes("corner is sf in only 1 row, which is kept for the training."));
});

it("with a plate of ten rows, ten times, have the plates as groups", async () => {
  const plates = drawPoints(10, 2);
  const points = plates.flatMap((plate) =>
    Array.from({ length: 10 }, (_, at) => [...plate, roundDigits(at / 9)]),
  );
  const config = await readConfig(
    writeFiles(
      ["u", "v", "s"],
      points,
      points.map(([u = 0, v = 0, s = 0]) => u * s + v),
    ),
  );
  assert.equal([config.row_groups?.count, config.row_groups?.swept], [10, ["s"]]);
  assert.equal(config.data_options, NO_DATA_OPTIONS);
});
