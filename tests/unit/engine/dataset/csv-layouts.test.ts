/** First lines that are no header, and separators of every kind: the numbers below them are read. */
import { defaultConfig } from "@understudy/engine/dataset/config.ts";
import type { SourceRows } from "@understudy/engine/dataset/source-columns.ts";
import { draftDataset } from "@understudy/engine/dataset/storage/dataset-writer.ts";
import { validate } from "@understudy/engine/dataset/validate.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { findLayout } from "@understudy/shared/csv/layout.ts";
import { assert, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import {
  badParameters,
  check,
  csv,
  soundOutputs,
  soundParameters,
  textFile,
} from "../../../support/engine/csv-files.ts";

const it = suite("the table of a CSV file");

const RESISTANCE_CELLS = ["10000", "4700", "2200"];
const CAPACITANCE_CELLS = ["7.62613e-10", "1.47101e-09", "1.80644e-09", "2.1e-09"];
const row = (at: number) => [
  RESISTANCE_CELLS[at % 3] ?? "",
  CAPACITANCE_CELLS[at % 4] ?? "",
  String(20.5 + at),
];
const PARAMETER_VALUES = Array.from({ length: 12 }, (_, at) => row(at).map(Number));
const table = (top: string, separator: string, names = `R${separator}C${separator}T`) =>
  csv(`${top}${names}`, 12, (at) => row(at).join(separator));

async function reads(text: string, units: Record<string, string> = {}): Promise<void> {
  for (const chunkSize of [7, 1 << 20]) {
    const checked = await check(text, soundOutputs, { chunkSize });
    assert.equal(checked.sentences, []);
    assert.equal(
      checked.table?.inputs.map(({ name, levels }) => ({ name, levels })),
      ["R", "C", "T"].map((name) => ({ name, levels: null })),
    );
    assert.equal(checked.inputRows, PARAMETER_VALUES);
    assert.equal(Object.fromEntries(checked.units), units);
  }
}

it("begins below comments, whatever marks them", async () => {
  for (const mark of ["#", "%", "*", "!", "//", "##"]) {
    await reads(table(`"${mark} saved by, a spreadsheet",,\n`, ","));
    await reads(table(`${mark} tool 1.2, "quoted\n${mark} date: today; a, b\n`, ","));
    await reads(table(`\uFEFF${mark} tool 1.2\r\n${mark}\r\n\r\n`, ";"));
  }
  assert.match(
    (await check(table("# tool 1.2\n# date\n", ","), soundOutputs)).notes.join(),
    /2 comment lines were passed over/,
  );
});

it("has the names of a comment directly above the values", async () => {
  await reads(table("", ",", "# R,C,T"));
  await reads(table("", ",", "#R,C,T"));
  await reads(table("# tool 1.2\n", " ", "% R C T"));
  const { notes } = await check(table("# tool\n", ",", "# R,C,T"), soundOutputs);
  assert.match(notes.join(), /Line 2, a comment, holds the names of the columns/);
});

it("keeps names that begin with a mark where no values stand below", async () => {
  const { table: read, sentences } = await badParameters(csv("%RH,T", 12, (at) => `${at},1`));
  assert.equal([sentences, read?.inputs.map(({ name }) => name)], [[], ["%RH", "T"]]);
  const corners = await badParameters(csv("#corner", 12, (at) => (at % 2 === 0 ? "slow" : "fast")));
  assert.equal(corners.table?.inputs, [{ name: "corner", levels: ["slow", "fast"] }]);
});

it("goes on below comments between its rows", async () => {
  const lines = table("", ",").split("\n");
  await reads([...lines.slice(0, 5), "# a pause, then", "# on", ...lines.slice(5, -1), "# end"].join("\n"));
  const column = await check(soundParameters, soundOutputs.replace("\n4\n", "\n# a pause\n4\n"));
  assert.equal(column.outputRows.flat(), [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
});

it("names the lines of the file, not of the table", async () => {
  const { sentences } = await badParameters(
    csv("# one\n# two\nx,y", 12, (at) => (at === 3 ? "abc,1" : `${at},1`)),
  );
  assert.equal(sentences, ['parameters.csv, row 7, column "x": "abc" is not a number']);
});

it("may be separated by commas, semicolons, tabs, vertical bars and runs of blanks", async () => {
  for (const separator of [",", ";", "\t", "|", " | ", " ", "   ", " \t "]) await reads(table("", separator));
  await reads(csv("  R   C      T", 12, (at) => `   ${row(at).join("    ")}  `));
});

it("may be a table in Markdown", async () => {
  const lines = table("", " | ").trim().split("\n");
  const barred = lines.map((line) => `| ${line} |`);
  await reads(`${barred.join("\n")}\n`);
  await reads(`${[barred[0], "|---|:---:|--|", ...barred.slice(1)].join("\n")}\n`);
});

it("is separated as its first line says", async () => {
  for (const separator of [";", ",", "|", "\t"]) await reads(table(`sep=${separator}\n`, separator));
  const { table: read } = await check(soundParameters, csv("sep=;\nfc", 12, String));
  assert.equal(read?.outputs, [{ name: "fc", vectorLength: null }]);
});

it("of one column keeps a name of several words", () => {
  assert.is(findLayout("cutoff frequency\n1.5\n2.5\n", true).delimiter, ",");
  assert.is(findLayout("fc Hz\n10 000\n950\n22 000\n", true).delimiter, ",");
  assert.is(findLayout("fc Hz\n10 kHz\n22 kHz\n", true).delimiter, ",");
  assert.is(findLayout("kind\nvery high\nvery low\n", true).delimiter, ",");
});

it("may stand below lines of text", async () => {
  for (const title of [
    "Filter",
    "Low pass filter",
    "Low pass filter, run 3 of May",
    "Filter\nRun 3, by N. N.\n",
    "Filter,,",
    '"Filter, run 3"',
    '8" wafer, run 3',
    'Wafers of 8" and "12',
    '"Filter\nrun 3"',
  ])
    for (const separator of [",", ";", "\t"]) await reads(table(`${title}\n`, separator));
  await reads(table("Filter\r\n\r\n", ";"));
  await reads(table("# tool\nFilter\n", " | "));
  await reads(table("sep=;\nFilter;;\n", ";"));
  await reads(table("Filter\n", ",", "R,C,T\nOhm,F,degC"), { R: "Ohm", C: "F", T: "degC" });
  const { notes } = await check(table("Low pass\nRun 3\n", ","), soundOutputs);
  assert.equal(notes, ['"Low pass" and 1 further line above the header are read as a title.']);
  const column = await check(soundParameters, csv("Results of run 3\nfc", 12, String));
  assert.equal(column.table?.outputs, [{ name: "fc", vectorLength: null }]);
  const { sentences } = await badParameters(
    csv("Low pass\nx,y", 12, (at) => (at === 3 ? "abc,1" : `${at},1`)),
  );
  assert.equal(sentences, ['parameters.csv, row 6, column "x": "abc" is not a number']);
});

it("has no title where the first line may be the header", async () => {
  for (const [text, start] of [
    ["cutoff frequency\nfailed\n1\n2\n3\n", 0],
    ["fc\nHz\n1\n2\n3\n", 0],
    ["corner\ntt\nff\n1\n2\n3\n", 0],
    ["metal,corner\nCu,tt\nAl,ff\nCu,1\n", 0],
    [",a,b\n0,1,2\n1,2,3\n", 0],
    ["a,b\n1,2,3\n4,5,6\n", 0],
  ] as const)
    assert.is(findLayout(text, true).start, start, text);
});

it("may have a row of units, which the columns get", async () => {
  await reads(table("", ",", "R,C,T\nOhm,F,degC"), { R: "Ohm", C: "F", T: "degC" });
  await reads(table("# tool\n", ";", "R;C;T\n[kΩ];;(°C)"), { R: "kΩ", T: "°C" });
  await reads(table("", ",", "R,C,T\nohms,Farad,foo"), { R: "ohms", C: "Farad", T: "foo" });
  await reads(table("# tool\n", ",", "# R,C,T\n# Ohm,F,degC"), { R: "Ohm", C: "F", T: "degC" });
  await reads(table("", ",", "R,C,T\n# Ohm,F,degC"), { R: "Ohm", C: "F", T: "degC" });
  const { notes } = await check(table("", ",", "R,C,T\nOhm,F,-"), soundOutputs);
  assert.equal(notes, ["Row 2 holds units: Ohm, F, -."]);
});

it("takes no row of categories for units", async () => {
  const { table: read } = await badParameters(
    csv("metal,T", 12, (at) => `${at % 2 === 0 ? "A" : "V"},${at}`),
  );
  assert.equal(read?.inputs[0]?.levels, ["A", "V"]);
  assert.is(read?.rows, 12);
});

it("may not have another unit than the rows that it is added to", async () => {
  const earlierRows = (unit: string): SourceRows => ({
    rows: 1,
    inputs: ["R", "C", "T"].map((name) => ({ name, levels: null })),
    outputs: [{ name: "gain", vectorLength: null }],
    units: new Map([["R", unit]]),
    async *read() {
      yield { inputs: Float64Array.of(1, 2, 3), outputs: Float64Array.of(4) };
    },
  });
  const parameters = table("", ",", "R,C,T\nkOhm,F,degC");
  const { sentences } = await check(parameters, soundOutputs, { earlierRows: earlierRows("Ohm") });
  assert.equal(sentences, [
    'parameters.csv, column "R": the unit of this column is "kOhm", but that of the source job is "Ohm"',
  ]);
  for (const unit of ["kΩ", ""])
    assert.equal((await check(parameters, soundOutputs, { earlierRows: earlierRows(unit) })).sentences, []);
});

it("gives its units to the configuration", async () => {
  const draft = await draftDataset(temporaryFolder("units"));
  const outputs = textFile("outputs.csv", csv("fc\nHz", 12, String));
  const files = { parameters: textFile("parameters.csv", table("", ",", "R,C,T\nOhm,F,degC")), outputs };
  const outcome = await validate(files, { options: NO_DATA_OPTIONS, earlierRows: null, ...draft });
  if (!("table" in outcome)) throw new Error(JSON.stringify(outcome.errors));
  const meta = await draft.finish(
    outcome.table,
    { validationPercentage: 20, groupBy: null },
    () => undefined,
  );
  const { units } = outcome;
  const config = defaultConfig(meta, { data_options: NO_DATA_OPTIONS, previous: null, units });
  assert.equal(
    [...config.inputs, ...config.outputs].map(({ unit, multiplier }) => [unit, multiplier]),
    [
      ["Ohm", 1],
      ["F", 1],
      ["degC", 1],
      ["Hz", 1],
    ],
  );
});

const named = suite("a header with units in its names");

const NAMES_WITH_UNITS = "R (Ohm),C [pF],T";
named("gives each column its unit, with its prefix, and the rest of its name", async () => {
  await reads(table("", ",", NAMES_WITH_UNITS), { R: "Ohm", C: "pF" });
  await reads(table("", ",", `${NAMES_WITH_UNITS}\n,,degC`), { R: "Ohm", C: "pF", T: "degC" });
  const { notes } = await check(table("", ",", NAMES_WITH_UNITS), soundOutputs);
  assert.equal(notes, ["The names of columns hold units: R in Ohm and C in pF."]);
});

named(
  "keeps its names where that was chosen, where two would be alike, and where another unit is said",
  async () => {
    const readNames = async (header: string, options = {}, outputs = soundOutputs) => {
      const { table: read, sentences } = await check(table("", ",", header), outputs, { options });
      assert.equal(sentences, []);
      return [...(read?.inputs ?? []), ...(read?.outputs ?? [])].map(({ name }) => name);
    };
    assert.equal(await readNames(NAMES_WITH_UNITS, { header_units: false }), [
      "R (Ohm)",
      "C [pF]",
      "T",
      "gain",
    ]);
    assert.equal(await readNames("R (Ohm),R (kOhm),T"), ["R (Ohm)", "R (kOhm)", "T", "gain"]);
    assert.equal(await readNames(`${NAMES_WITH_UNITS}\nkOhm,,`), ["R (Ohm)", "C", "T", "gain"]);
    const outputs = soundOutputs.replace("gain", "T (K)");
    assert.equal(await readNames(NAMES_WITH_UNITS, {}, outputs), ["R", "C", "T", "T (K)"]);
  },
);

named("is that of a source job without the units, and the reverse", async () => {
  const createSource = (names: readonly string[], unit = ""): SourceRows => ({
    rows: 1,
    inputs: names.map((name) => ({ name, levels: null })),
    outputs: [{ name: "gain (dB)", vectorLength: null }],
    units: new Map([["R", unit]]),
    async *read() {
      yield { inputs: Float64Array.of(1, 2, 3), outputs: Float64Array.of(4) };
    },
  });
  for (const header of [NAMES_WITH_UNITS, "R,C,T", "R [Ohm],C,T"])
    for (const source of [createSource(["R", "C", "T"]), createSource(["R (Ohm)", "C [pF]", "T"])])
      for (const header_units of [true, false]) {
        const checked = await check(table("", ",", header), soundOutputs, {
          earlierRows: source,
          options: { header_units },
        });
        assert.equal(checked.sentences, [], `${header} ${header_units}`);
        assert.equal(checked.inputRows.slice(1), PARAMETER_VALUES);
      }
  const { sentences } = await check(table("", ",", "R (kOhm),C,T"), soundOutputs, {
    earlierRows: createSource(["R", "C", "T"], "Ohm"),
  });
  assert.match(sentences.join(), /"kOhm", but that of the source job is "Ohm"/);
});

named("is found where marks of failed runs name it with its unit", async () => {
  const outputs = csv("gain (dB)", 12, (at) => (at === 4 ? "1e30" : String(at)));
  const failed_run_marks = [{ output: "gain (dB)", value: 1e30 }];
  const { report, table: read } = await check(soundParameters, outputs, { options: { failed_run_marks } });
  assert.equal([report?.leftOut.marks, read?.failedRows], [1, [4]]);
});
