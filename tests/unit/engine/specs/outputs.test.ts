import { readOutputs } from "@understudy/engine/specs/read-outputs.ts";
import { STDOUT_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import { MAX_OUTPUT_FILE_BYTES } from "@understudy/shared/limits.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { readFrom, soundManifest } from "../../../support/specs/spec-fixtures.ts";

const it = suite("the outputs of a simulation");

type Written = { name?: string; type?: string; coordinate?: string; source?: object };
const OUTPUT_GRIDS = [
  { name: "x", grid: { from: 0, to: 1, points: 3 } },
  { name: "f", grid: { from: 1, to: 100, points: 5, spacing: "log" } },
];

/** Reads outputs (named a, b, ... unless they say otherwise) from files. */
async function read(outputs: Written[], files: Record<string, string>): Promise<unknown> {
  const named = outputs.map((output, i) => ({ name: "abcdef"[i], type: "Scalar", ...output }));
  const written = { variables: [], coordinates: OUTPUT_GRIDS, outputs: named, run: { command: ["x"] } };
  const manifest = soundManifest(new Map([["spec.json", JSON.stringify(written)]]));
  const result = await readOutputs(manifest, readFrom(new Map(Object.entries(files))));
  return "outputs" in result ? result.outputs : result.error;
}
const readError = async (outputs: Written[], files: Record<string, string>): Promise<string> => {
  const result = await read(outputs, files);
  return typeof result === "string" ? result : `no error, but ${JSON.stringify(result)}`;
};
const table = (more: object = {}) => ({ source: { file: "t.txt", format: "table", ...more } });
const curve = (coordinate: string, more: object = {}) => ({ type: "Vector", coordinate, ...table(more) });
const keyvalue = { source: { file: "s.txt", format: "keyvalue" } };

it("are read from JSON, by keys in keys, and from outputs.json by default", async () => {
  const outputs = [{}, { source: { key: "inner.value" } }, { source: { key: "list", file: "other.json" } }];
  const files = {
    "outputs.json": '{"a": 1.5, "inner": {"value": [2]}, "other": NaN}',
    "other.json": '{"list": 3e8}',
  };
  assert.equal(await read(outputs, files), { a: 1.5, b: 2, c: 3e8 });
});

it("that are curves in JSON lie on the grid, or beside the list of their coordinate", async () => {
  const vector = (key: string, more: object = {}) => ({
    type: "Vector",
    coordinate: "x",
    source: { key, ...more },
  });
  const alone = { "outputs.json": '{"y": [1, 2, 4]}' };
  assert.equal(await read([vector("y")], alone), { a: [1, 2, 4] });
  const filesWithLists = { "outputs.json": '{"y": [0, 10], "x": [0, 1], "p": [1, 0.5, 0], "q": [3, 2, 1]}' };
  assert.equal(await read([vector("y")], filesWithLists), { a: [0, 5, 10] });
  assert.equal(await read([vector("q", { coordinate_key: "p" })], filesWithLists), { a: [1, 2, 3] });
  assert.match(
    await readError([vector("y")], { "outputs.json": '{"y": [1, 2]}' }),
    /2 values, but the grid of x has 3/,
  );
});

it("are read from lines name = value, the last of a name, whatever stands around them", async () => {
  const text =
    "banner\r\na = 1\n  b:\t-2.5e-3 V\nc =  1.0D+02 targ= 3e-9\n\na = 7\r\nGain = 0.5\nd=0.1234-104\n";
  const outputs = [keyvalue, keyvalue, keyvalue, keyvalue, { source: { ...keyvalue.source, key: "gain" } }];
  const values = { a: 7, b: -0.0025, c: 100, d: 0.1234e-104, e: 0.5 };
  assert.equal(await read(outputs, { "s.txt": text }), values);
  assert.equal(await read([keyvalue, keyvalue], { "s.txt": "a = 4.7k\nb = 10Meg" }), { a: 4700, b: 1e7 });
});

it("are read from tables, whatever parts the cells", async () => {
  for (const text of [
    "x a b\n0 1 2\n1 3 4\n",
    "x,a,b\r\n0,1,2\r\n1,3,4\r\n",
    'x;"a";b\n0;1;2\n1;3;4',
    "# x\ta\tb\n\n0\t1\t2\n1\t3\t4\n",
    " x                 a               b \n  0.0e0 1.00e+00 2 \n 1 3 4\n",
    "\uFEFFx,a,b\n0,1,2\n1,3,4",
  ]) {
    assert.equal(await read([curve("x"), table()], { "t.txt": text }), { a: [1, 2, 3], b: 4 }, text);
  }
  assert.equal(await read([table({ column: "v(out,in)" })], { "t.txt": "time v(out,in)\n0 1\n1 2" }), {
    a: 2,
  });
  assert.equal(await read([table({ column: "a, b" })], { "t.txt": '"x","a, b"\n1,2' }), { a: 2 });
});

it("are read by a regular expression, line by line", async () => {
  const regex = (pattern: string, more: object = {}) => ({
    source: { file: STDOUT_FILE, format: "regex", pattern },
    ...more,
  });
  const text =
    "iteration 1: residual 1e-1\niteration 2: residual 5e-3\ntotal mass 3.5 kg\n0 4\n0.5 5\n1.0 7\n";
  const outputs = [
    regex("residual (\\S+)$"),
    regex("^total mass ([0-9.]+)"),
    regex("^([0-9.]+) ([0-9.]+)$", { type: "Vector", coordinate: "x" }),
  ];
  assert.equal(await read(outputs, { [STDOUT_FILE]: text }), { a: 5e-3, b: 3.5, c: [4, 5, 7] });
});

it("that are curves are brought onto the grid, in logarithms where it has them", async () => {
  const power = (steps: number[]) => `f y\n${steps.map((f) => `${f} ${Math.log10(f)}`).join("\n")}`;
  const column = curve("f", { column: "y" });
  const expected = [0, 0.5, 1, 1.5, 2];
  for (const steps of [
    [1, 100],
    [100, 1],
    [0.5, 3, 7, 200],
    [1, 1, 10, 10, 100],
  ]) {
    const result = await read([column], { "t.txt": power(steps) });
    const values =
      typeof result === "object" && result !== null && "a" in result && Array.isArray(result.a)
        ? result.a
        : [];
    assert.is(values.length, 5);
    for (const [i, value] of values.entries())
      assert.ok(Math.abs(value - (expected[i] ?? 0)) < 1e-12, `${steps}: ${values}`);
  }
});

it("that do not cover the grid fail, but for the digits that a program leaves out", async () => {
  const column = curve("f", { column: "y" });
  assert.match(
    await readError([column], { "t.txt": "f y\n1 1\n50 2" }),
    /^a in t\.txt covers f from 1 to 50, not the whole of 1 to 100\.$/,
  );
  assert.equal(await read([column], { "t.txt": "f y\n1.00001 1\n99.9995 1" }), { a: [1, 1, 1, 1, 1] });
  assert.match(
    await readError([curve("x", { column: "y" })], { "t.txt": "x y\n0 1\n2 1\n1 1" }),
    /change direction at 2/,
  );
});

it("that are missing, empty or not finite fail, and say which and where", async () => {
  const readKeyValueError = async (text: string) => await readError([keyvalue], { "s.txt": text });
  assert.is(await readKeyValueError("a = nan"), "a in s.txt is nan, not a finite number.");
  assert.is(await readKeyValueError("a = inf"), "a in s.txt is inf, not a finite number.");
  assert.is(await readKeyValueError("a ="), "a in s.txt is empty.");
  assert.is(await readKeyValueError("a = failed"), 'a in s.txt is "failed", not a number.');
  assert.is(await readKeyValueError("a = 1e999"), "a in s.txt is 1e999, which is too large a number.");
  assert.is(await readKeyValueError("answr = 1"), "a in s.txt is missing.");
  assert.is(await readError([keyvalue], {}), "s.txt, which should contain a, was not written.");
  const cells = async (text: string) => await readError([curve("x", { column: "y" })], { "t.txt": text });
  assert.is(await cells("x y\n0 1\n1 NaN"), "a in t.txt, line 3 is NaN, not a finite number.");
  assert.is(await cells("x,y\n0,1\n1,"), "a in t.txt, line 3 is empty.");
  assert.is(await cells("x y\n0 1\n1"), "t.txt, line 3 has 1 cells, but the header has 2.");
  assert.is(
    await cells("0 1\n1 2"),
    "t.txt begins with numbers: its first row must hold the names of the columns.",
  );
  assert.match(await cells("x z\n0 1\n1 2"), /there is no column named y, only x, z\./);
  assert.is(await cells("x y\n"), "t.txt has a header but no rows.");
  assert.is(await cells(""), "t.txt is empty.");
  const json = async (text: string) => await readError([{}], { "outputs.json": text });
  assert.match(await json('{"a": NaN}'), /a in outputs\.json is NaN or null/);
  assert.match(await json('{"a": "1"}'), /is "1", not a finite number/);
  assert.match(await json('{"a": 1'), /^outputs\.json is not valid JSON: .*\.$/);
  assert.match(await json("{}"), /a in outputs\.json is missing/);
});

it("are undefined one by one, each with its reason", async () => {
  const outputs = [{ name: "a", ...keyvalue }, { name: "b" }, { name: "c", ...table() }];
  const named = outputs.map((output) => ({ type: "Scalar", ...output }));
  const written = { variables: [], outputs: named, run: { command: ["x"] } };
  const manifest = soundManifest(new Map([["spec.json", JSON.stringify(written)]]));
  const files = new Map([
    ["s.txt", "a = nan"],
    ["t.txt", "c\n1"],
  ]);
  assert.equal(await readOutputs(manifest, readFrom(files)), {
    outputs: { c: 1 },
    undefinedOutputs: {
      a: "a in s.txt is nan, not a finite number.",
      b: "outputs.json, which should contain b, was not written.",
    },
  });
});

it("fail the simulation where none has a value, with each reason once", async () => {
  const result = await readError([keyvalue, {}, {}], { "s.txt": "a = nan" });
  assert.is(
    result,
    "a in s.txt is nan, not a finite number. outputs.json, which should contain b, c, was not written.",
  );
});

it("of a file that is too large are not read, and the machine's own faults are not the model's", async () => {
  const written = { variables: [], outputs: [{ name: "a", type: "Scalar" }], run: { command: ["x"] } };
  const manifest = soundManifest(new Map([["spec.json", JSON.stringify(written)]]));
  let requestedBytes = 0;
  const result = await readOutputs(manifest, async (_, maxBytes) => {
    requestedBytes = maxBytes;
    return { text: '{"a": 1}', isWhole: false };
  });
  assert.is(requestedBytes, MAX_OUTPUT_FILE_BYTES);
  assert.match("error" in result ? result.error : "", /^outputs\.json is larger than the limit of 64 MB/);
  const broken = readOutputs(manifest, () => Promise.reject(new Error("the disk is gone")));
  await rejects(broken, /the disk is gone/);
});
