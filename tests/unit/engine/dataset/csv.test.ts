import { readRecords } from "@understudy/engine/dataset/csv/records.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import { sniffDelimiter } from "@understudy/shared/csv/dialect.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { check, csv, textFile } from "../../../support/engine/csv-files.ts";

const it = suite("a CSV file");

async function records(text: string, chunkSize?: number): Promise<string[][]> {
  const all: string[][] = [];
  for await (const record of readRecords(textFile("a.csv", text, chunkSize).chunks)) all.push(record);
  return all;
}

const table = [
  ["name, with comma", 'quote "', "two\nlines"],
  ["1", "2", "3"],
  ["1e-9", "-4", "[1, 2, 3]"],
];
const quotedCell = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const write = (rows: string[][], delimiter: string, newLine: string) =>
  rows.map((row) => row.map(quotedCell).join(delimiter) + newLine).join("");

for (const [name, delimiter] of [
  ["commas", ","],
  ["semicolons", ";"],
  ["tabs", "\t"],
] as const) {
  for (const [ending, newLine] of [
    ["\\n", "\n"],
    ["\\r\\n", "\r\n"],
    ["\\r", "\r"],
  ] as const) {
    it(`with ${name} and ${ending} is read, with and without a byte order mark, cut anywhere`, async () => {
      const text = write(table, delimiter, newLine);
      for (const chunkSize of [1, 2, 3, 7, 1000]) {
        assert.equal(await records(text, chunkSize), table, `chunks of ${chunkSize}`);
        assert.equal(await records(`\uFEFF${text}`, chunkSize), table, `mark, chunks of ${chunkSize}`);
      }
    });
  }
}

it("may end without a new line", async () => {
  assert.equal(await records("a,b\n1,2"), [
    ["a", "b"],
    ["1", "2"],
  ]);
});

it("may mix line ends", async () => {
  assert.equal(await records("a,b\n1,2\r\n3,4\r5,6", 1), [
    ["a", "b"],
    ["1", "2"],
    ["3", "4"],
    ["5", "6"],
  ]);
});

it("of one column has no separator", async () => {
  assert.equal(await records("T\n1.5\n2.5\n"), [["T"], ["1.5"], ["2.5"]]);
  assert.is(sniffDelimiter("T\n1.5\n", true), ",");
});

it("of two columns whose lists hold commas is distinguished from one with commas", () => {
  assert.is(sniffDelimiter('u;v\n[1, 2];[3, 4]\n"[1, 2, 3]";[3, 4]\n', true), ";");
  assert.is(sniffDelimiter("T (K, abs);P\n1;2\n3;4\n", true), ";");
  assert.is(sniffDelimiter('"a;b","c"\n1,2\n', true), ",");
  assert.is(sniffDelimiter("a;b\n1,5;2,5\n", true), ";");
  assert.is(sniffDelimiter("a\tb, in mm\n1\t2\n", true), "\t");
});

/** Random cells of every kind that a file can hold, as numbers, levels or lists. */
function randomTable(random: Random) {
  const rows = 10 + random.integer(30);
  const vectorLength = 2 + random.integer(4);
  const number = () =>
    [random.normal(), random.normal() * 10 ** (random.integer(40) - 20), random.integer(1000) - 500][
      random.integer(3)
    ] ?? 0;
  const levels = ["low", "High, very", 'q"uote', "ligne\nbrisée", " spaced", "µ;x"];
  return {
    inputs: Array.from({ length: rows }, () => [
      number(),
      levels[random.integer(levels.length)] ?? "",
      number(),
    ]),
    outputs: Array.from({ length: rows }, () => [number(), Array.from({ length: vectorLength }, number)]),
  };
}

it("of any table reads back as the same table in every dialect", async () => {
  const random = createRandom(20_240_601);
  for (let round = 0; round < 60; round++) {
    const { inputs, outputs } = randomTable(random);
    const delimiter = [",", ";", "\t"][round % 3] ?? ",";
    const newLine = ["\n", "\r\n"][random.integer(2)] ?? "\n";
    const mark = random.integer(2) === 0 ? "" : "\uFEFF";
    const text = (header: string[], rows: (string | number | number[])[][]) =>
      mark +
      write(
        [
          header,
          ...rows.map((row) =>
            row.map((cell) => (Array.isArray(cell) ? JSON.stringify(cell) : String(cell))),
          ),
        ],
        delimiter,
        newLine,
      );
    const checked = await check(text(["a", "kind", "b"], inputs), text(["s", "v"], outputs), {
      chunkSize: 1 + random.integer(300),
    });
    assert.equal(checked.sentences, []);
    const levels = checked.table?.inputs[1]?.levels ?? [];
    const read = checked.inputRows.map(([a, kind, b]) => [a, levels[kind ?? -1], b]);
    assert.equal(
      read,
      inputs.map(([a, kind, b]) => [a, String(kind).trim(), b]),
    );
    assert.equal(
      checked.outputRows,
      outputs.map((row) => row.flat()),
    );
  }
});

it("written for download reads back as the same numbers", async () => {
  const random = createRandom(7);
  const values = Array.from({ length: 50 }, () => [
    random.normal() * 10 ** (random.integer(600) - 300),
    random.uniform(),
  ]);
  const lists = values.map(([a, b]) => [Float64Array.of(a ?? 0, b ?? 0)]);
  const header = csvLine(['a "b", c', "plain"]);
  assert.is(header, '"a ""b"", c",plain\r\n');
  const checked = await check(
    header + values.map(csvLine).join(""),
    csvLine(["v"]) + lists.map(csvLine).join(""),
  );
  assert.equal(checked.inputRows, values);
  assert.equal(checked.outputRows, values);
});

it("written for download holds no text that a spreadsheet runs, and reads back as it was", async () => {
  const names = ["=1+1", "-slope", "+gain", "@x", "'=odd", "-5 V", "'plain"];
  const header = csvLine(names);
  assert.is(header, "'=1+1,'-slope,'+gain,'@x,''=odd,'-5 V,'plain\r\n");
  assert.is(
    csvLine(["-5", "+1e3", "-.5", -5, '=HYPERLINK("a"),1']),
    `-5,+1e3,-.5,-5,"'=HYPERLINK(""a""),1"\r\n`,
  );
  const texts = ["=cmd|' /C calc'!A0", "-a", "@b"];
  const row = (at: number) => csvLine([...names.slice(1).map((_, i) => at + i), texts[at % 3] ?? ""]);
  const rows = Array.from({ length: 12 }, (_, at) => row(at)).join("");
  const outputs = Array.from({ length: 12 }, (_, at) => csvLine([at])).join("");
  const checked = await check(header + rows, csvLine(["-v"]) + outputs);
  assert.equal(
    checked.table?.inputs.map(({ name }) => name),
    names,
  );
  assert.equal(
    checked.table?.outputs.map(({ name }) => name),
    ["-v"],
  );
  assert.equal(checked.table?.inputs.at(-1)?.levels?.toSorted(), texts.toSorted());
});

it("with numbers written in every usual way is read", async () => {
  const written = [
    "1",
    "-1",
    "+1",
    "1.",
    ".5",
    "1e3",
    "1E-3",
    " 7 ",
    "-0.0",
    "1.7976931348623157e308",
    "5e-324",
    "007",
  ];
  const { inputRows, sentences } = await check(
    csv("x", written.length, (row) => written[row] ?? ""),
    csv("y", written.length, (row) => `${row}`),
  );
  assert.equal(sentences, []);
  assert.equal(inputRows.flat(), [1, -1, 1, 1, 0.5, 1000, 0.001, 7, -0, Number.MAX_VALUE, 5e-324, 7]);
});

it("that fails to be read passes the failure on", async () => {
  const chunks = (async function* () {
    yield new TextEncoder().encode("a,b\n1,2\n");
    throw new Error("the disk is gone");
  })();
  await rejects(async () => {
    for await (const record of readRecords(chunks)) assert.is(record.length, 2);
  }, /^the disk is gone$/);
});
