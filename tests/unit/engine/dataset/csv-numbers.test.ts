/** Numbers as tools, spreadsheets and people write them: each is read as the number that it says. */
import { holdsPlainNumbers } from "@understudy/engine/dataset/csv/plain-numbers.ts";
import { assert, suite } from "../../../harness.ts";
import { type Checked, check, csv, textFile } from "../../../support/engine/csv-files.ts";

const it = suite("the numbers of a CSV file");

const outputs = (rows: number) => csv("y", rows, String);

/** One column of these cells, repeated to at least ten rows. */
async function column(cells: readonly string[], secondColumn: readonly string[] = ["1"]): Promise<Checked> {
  const rows = Math.max(12, cells.length);
  const quoted = (cell: string) => `"${cell}"`;
  const text = csv("R,id", rows, (row) =>
    [cells[row % cells.length] ?? "", secondColumn[row % secondColumn.length] ?? ""].map(quoted).join(),
  );
  return await check(text, outputs(rows));
}

async function reads(
  cells: Readonly<Record<string, number>>,
  secondColumn?: readonly string[],
): Promise<Checked> {
  const texts = Object.keys(cells);
  const checked = await column(texts, secondColumn);
  assert.equal(checked.sentences, []);
  assert.is(checked.table?.inputs[0]?.levels, null);
  texts.forEach((text, at) => {
    assert.is(checked.inputRows[at]?.[0], cells[text], text);
  });
  return checked;
}

async function refuses(cells: readonly string[], sentence: RegExp): Promise<void> {
  const { sentences } = await column(cells);
  assert.match(sentences.join("\n"), sentence);
}

it("may have prefixes, as in SI and SPICE", async () => {
  const { notes } = await reads({ "10k": 10_000, "4.7k": 4700, "4k7": 4700, "2.2k": 2200, "470": 470 });
  assert.match(notes.join(), /Column "R": 10k is read as 10000/);
  await reads({ "0.763n": 7.63e-10, ".763n": 7.63e-10, "1n47": 1.47e-9, "2.14n": 2.14e-9, "10p": 1e-11 });
  await reads({ "10Meg": 1e7, "10meg": 1e7, "10MEG": 1e7, "10M": 1e7, "10m": 0.01, "4R7": 4.7, "10R": 10 });
  await reads({ "1u": 1e-6, "1µ": 1e-6, "1μ": 1e-6, "1T": 1e12, "1f": 1e-15, "1a": 1e-18, "1 k": 1000 });
  await reads({ "763P": 7.63e-10, "1.5U": 1.5e-6, "10K": 10_000 });
});

it("may have units, which the column then has", async () => {
  const resistances = await reads({ "10 kOhm": 10_000, "4k7": 4700, "470 Ohm": 470, "2.2kΩ": 2200 });
  assert.is(resistances.units.get("R"), "Ohm");
  assert.is((await reads({ "1.5V": 1.5, "300 mV": 0.3, "2": 2 })).units.get("R"), "V");
  assert.is((await reads({ "20 °C": 20, "-40 °C": -40 })).units.get("R"), "°C");
  assert.is((await reads({ "300 K": 300, "350 K": 350, "400": 400 })).units.get("R"), "K");
  await reads({ "2 m": 0.002, "2 u": 2e-6, "5 k": 5000 });
  // Beside lengths in um, 2 m is two metres.
  await reads({ "500 um": 5e-4, "2 m": 2, "3mm": 3e-3 });
  assert.is(
    (await reads({ "100nf": 1e-7, "10pF": 1e-11, "4.7u": 4.7e-6, "100f": 1e-13 })).units.get("R"),
    "F",
  );
  assert.is((await reads({ "101 Pa": 101, "2 kPa": 2000 })).units.get("R"), "Pa");
  assert.is((await reads({ "10khz": 10_000, "2MEGHz": 2e6 })).units.get("R"), "Hz");
  await refuses(["1 V", "2 V", "3 V", "4 A"], /row 5, column "R": "4 A" is not a number/);
});

it("are in the unit of the row of units", async () => {
  const { inputRows, units } = await check(
    csv("R,C\nkOhm,pF", 12, (row) => `${row + 1},1n`),
    outputs(12),
  );
  assert.equal([inputRows[1], Object.fromEntries(units)], [[2, 1000], { R: "kOhm", C: "pF" }]);
});

it("may be written as Fortran, spreadsheets and word processors do", async () => {
  await reads({ "1.0D+04": 1e4, "1.5d-3": 1.5e-3, "1.0E+04": 1e4, "1.0+04": 1e4, "1.25-104": 1.25e-104 });
  await reads({ "7.62613-10": 7.62613e-10, "1.471-09": 1.471e-9, "1.5-04": 1.5e-4 });
  assert.is((await column(["0.5-10", "1.0-20", "0.1-50"])).table?.inputs[0]?.levels?.length, 3);
  await reads({ "−3": -3, "−1.5e−3": -0.0015, "–2": -2, "1.5×10^3": 1500, "1.5*10^-3": 0.0015 });
  await reads({ "5%": 0.05, "12.5 %": 0.125, "0.5": 0.5 });
});

it("may have decimal commas", async () => {
  await reads({ "20,97": 20.97, "-39,38": -39.38, "7,62613e-10": 7.62613e-10, "12,345": 12.345, "5": 5 });
  await reads({ "1.234,5": 1234.5, "1.234": 1234, "12,5": 12.5, "1.234.567": 1234567 });
  const { notes } = await reads({ "500,5": 500.5, "1.000": 1000, "2.500": 2500 });
  assert.match(notes.join(), /1\.000 is read as one thousand/);
  await reads({ "500,5": 500.5, "7.5": 7.5 });
  const file = csv("R;T", 12, (row) => `1,${200 + row};2,5${row}`);
  const { inputRows } = await check(file, outputs(12));
  assert.equal(inputRows[1], [1.201, 2.51]);
});

it("may have decimal commas in a file of one column", async () => {
  const { outputRows, sentences } = await check(
    csv("x", 12, String),
    csv("fc", 12, (row) => `${20_911 + row},694`),
  );
  assert.equal(sentences, []);
  assert.equal(outputRows[2], [20_913.694]);
});

it("may have separators of thousands, as the whole column shows", async () => {
  const { notes } = await reads({ "10,000": 10_000, "22,000": 22_000, "470": 470, "1,200": 1200 });
  assert.match(notes.join(), /10,000 is read as ten thousand/);
  await reads({ "1,234,567": 1_234_567, "1,200": 1200 });
  await reads({ "1,200": 1200, "950.5": 950.5, "1,200.25": 1200.25 });
  await reads({ "1,200": 1200, "4,700": 4700 }, ["4.325", "1.003"]);
  await reads({ "1 200": 1200, "1'200": 1200, "10\u202f000": 10_000, "10\u00a0000": 10_000, "470": 470 });
});

it("are refused where a comma may be either, with both readings", async () => {
  await refuses(
    ["1,200", "4,700", "2,200"],
    /column "R": "1,200" may be 1200 or 1\.200, and no other value tells which\. Write 1200 or 1\.200/,
  );
  await refuses(
    ["1,5", "1,234,567"],
    /column "R": the comma of "1,5" is a decimal mark, but those of "1,234,567" part thousands/,
  );
  await refuses(["1,200", "4700"], /"1,200" may be 1200 or 1\.200/);
});

it("are decided by the last row as well as by the first", async () => {
  const rows = 5000;
  const text = csv("R;T", rows, (row) => `${row === rows - 1 ? "0,5" : `1,${200 + (row % 700)}`};1`);
  const { inputRows } = await check(text, outputs(rows));
  assert.equal(inputRows[3], [1.203, 1]);
});

it("need no survey only where all of them are plain", async () => {
  const isPlain = (text: string, size: number) =>
    holdsPlainNumbers(textFile("a.csv", text, size).chunks, (header) => !header.includes("phase"));
  for (const size of [1, 5, 1000]) {
    assert.ok(await isPlain("a,b c\r\n1,-2.5e-3\r\n+3,4\r\n", size));
    assert.ok(await isPlain("fc\n1.5\n2\n", size));
    assert.not(await isPlain("gain,phase\n1,2\n", size));
    for (const text of ["fc\n20911,694\n", 'a,b\n1,"1,200"\n', "a;b\n1;2\n", "a,b\n1,2k\n", "# t\nR\n1\n"])
      assert.not(await isPlain(text, size), text);
  }
});

it("are outputs, too", async () => {
  const { outputRows, sentences } = await check(
    csv("x", 12, String),
    csv("fc,gain", 12, (row) => `${20 + row}.9k,−3 dB`),
  );
  assert.equal(sentences, []);
  assert.equal(outputRows[1], [21_900, -3]);
});

it("beside texts are reported, not made categories", async () => {
  await refuses(["10k", "4.7k", "2.2k", "open"], /row 5, column "R": "open" is not a number/);
  await refuses(["1", "2", "3", "x"], /row 5, column "R": "x" is not a number/);
});

it("are not looked for in names", async () => {
  const kinds = ["2N3904", "2N2222", "BC547", "6T", "fast"];
  const { table, sentences, notes } = await column(kinds, ["1", "2", "3"]);
  assert.equal(sentences, []);
  assert.equal(table?.inputs[0]?.levels, kinds);
  assert.match(notes.join(), /Column "R" is read as a category of 5 texts: "2N3904", "2N2222"/);
});
