/** Whatever somebody uploads or a program writes: an answer comes, at once, and nothing is thrown. */
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { compileExpression } from "@understudy/engine/specs/expressions/compile.ts";
import { NUMBER_TYPE, type Value } from "@understudy/engine/specs/expressions/values.ts";
import { parseNgspice } from "@understudy/engine/specs/netlists/ngspice.ts";
import { parseSpectre } from "@understudy/engine/specs/netlists/spectre.ts";
import { readOutputs } from "@understudy/engine/specs/read-outputs.ts";
import { specFromTemplate } from "@understudy/engine/specs/templates.ts";
import { assert, suite } from "../../../harness.ts";
import { JSON_PIECES, mutate } from "../../../support/fuzz/files.ts";
import { readFrom, soundManifest, specFixtureFolder, textsIn } from "../../../support/specs/spec-fixtures.ts";

const it = suite("text of any kind");

const soup = (pieces: readonly string[], length: number, random: Random): string =>
  Array.from({ length }, () => pieces[random.integer(pieces.length)]).join("");

it("is a manifest, or gets a reason why not", () => {
  const random = createRandom(11);
  const files = textsIn(specFixtureFolder("bracket"));
  const text = files.get("spec.json") ?? "";
  let sound = 0;
  for (let i = 0; i < 400; i++) {
    const changed = i % 10 === 0 ? soup(JSON_PIECES, 60, random) : mutate(text, JSON_PIECES, random);
    const checked = checkManifest(new Map([...files, ["spec.json", changed]]));
    if ("problems" in checked)
      assert.ok(checked.problems.length > 0 && checked.problems.every(({ message }) => message !== ""));
    else {
      sound++;
      soundManifest(new Map([...files, ["spec.json", JSON.stringify(checked.manifest)]]));
    }
  }
  assert.ok(sound > 10, `${sound} of 400 were still manifests`);
});

it("of other types in a manifest's places is reported", () => {
  const random = createRandom(12);
  const files = textsIn(specFixtureFolder("opamp"));
  const values = [null, 0, -1, 1e300, "", "x", [], {}, [[]], [null], true, { name: {} }, ["w", 1]];
  const changeAnywhere = (value: unknown): unknown => {
    if (random.integer(40) === 0) return values[random.integer(values.length)];
    if (Array.isArray(value)) return value.map(changeAnywhere);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, changeAnywhere(field)]));
  };
  const written: unknown = JSON.parse(files.get("spec.json") ?? "");
  for (let i = 0; i < 150; i++) {
    const checked = checkManifest(
      new Map([...files, ["spec.json", JSON.stringify(changeAnywhere(written))]]),
    );
    assert.ok("manifest" in checked || checked.problems.length > 0);
  }
});

const NETLIST_PIECES = [
  ...[
    ".param ",
    "parameters ",
    "a=1",
    " b = {a*2}",
    "=",
    "'",
    '"',
    "{",
    "}",
    "(",
    ")",
    "\n+ ",
    "\\\n",
    "\\\\\n",
    ";",
    "$ ",
    "//",
  ],
  ...[
    "\n",
    "\r\n",
    "\n*",
    ".subckt x\n",
    ".ends\n",
    ".lib 'n' tt\n",
    ".lib tt\n",
    ".endl\n",
    ".include n\n",
    ".control\n",
    ".endc\n",
  ],
  ...[
    'include "n" section=tt\n',
    "section tt\n",
    "endsection\n",
    "simulator lang=spice\n",
    "simulator lang=spectre\n",
    ".end\n",
  ],
  ...[
    ".meas ac x max v(a)\n",
    ".ac dec 1 1 10\n",
    ".tran 1 2\n",
    ".if\n",
    ".endif\n",
    "1meg",
    "1e5u",
    "\t",
    " ",
    ",",
    "#",
    "\0",
    "é",
  ],
];

it("is a netlist in either dialect, and a spec or errors by field", () => {
  const random = createRandom(13);
  const keys = ["ngspice", "spectre_nnva"];
  for (let i = 0; i < 400; i++) {
    const text = soup(NETLIST_PIECES, 5 + random.integer(60), random);
    const files = new Map([["n", text]]);
    for (const netlist of [parseNgspice("n", files), parseSpectre("n", files)]) {
      for (const { start, end } of netlist.parameters) assert.ok(start <= end && end <= text.length);
    }
    const fields = { netlist: "n", vectors: "v(a)", outputs: "a", format: "json" };
    const made = specFromTemplate(keys[i % 2] ?? "", fields, files);
    assert.ok("manifest" in made || Object.keys(made.errors).length > 0);
  }
});

const EXPRESSION_PIECES = [
  "a",
  "b",
  "y",
  "max",
  "at",
  "(",
  ")",
  "[",
  "]",
  "+",
  "-",
  "^",
  "*",
  "/",
  "<",
  "==",
  "&&",
  "!",
  "?",
  ":",
  ",",
  "1",
  ".5",
  "1e3",
  "'",
  " ",
  ".",
  "=",
  "{",
  "`",
  "#",
];

it("is an expression with a value, or gets a reason why not", () => {
  const random = createRandom(14);
  const nameTypes = new Map([
    ["a", NUMBER_TYPE],
    ["b", NUMBER_TYPE],
    ["y", { kind: "curve", coordinate: "t" } as const],
  ]);
  const scope = new Map<string, Value>([
    ["a", 2],
    ["b", 3],
    ["y", { x: Float64Array.of(0, 1), y: Float64Array.of(1, 2), coordinate: "t", isLog: false }],
  ]);
  let sound = 0;
  for (let i = 0; i < 3_000; i++) {
    const compiled = compileExpression(soup(EXPRESSION_PIECES, 1 + random.integer(12), random), nameTypes);
    if ("problem" in compiled) assert.ok(compiled.problem !== "");
    else {
      sound++;
      assert.is(
        typeof compiled.evaluate(scope),
        compiled.type.kind === "curve" ? "object" : compiled.type.kind === "text" ? "string" : "number",
      );
    }
  }
  assert.ok(sound > 20, `${sound} of 3,000 were expressions`);
});

it("is what a program wrote: outputs, or a sentence", async () => {
  const random = createRandom(15);
  const manifest = soundManifest(textsIn(specFixtureFolder("opamp")));
  const completeFiles = new Map([
    ["loop.txt", "frequency loop_gain loop_phase\n100 80 -1\n1e9 -40 -200\n"],
    ["step.txt", "time output\n0 0\n4.2e-7 1\n"],
    [
      "numbers.txt",
      ["low_frequency_gain", "unity_gain_frequency", "phase_margin", "slew_rate", "power"]
        .map((name) => `${name} = 1\n`)
        .join(""),
    ],
  ]);
  assert.ok("outputs" in (await readOutputs(manifest, readFrom(completeFiles))));
  const pieces = [" ", "\n", "\t", ",", ";", '"', "=", "nan", "1e999", "-", "#", "\0", "x", "1.5", "\r"];
  for (let i = 0; i < 400; i++) {
    const changed = new Map([...completeFiles].map(([name, text]) => [name, mutate(text, pieces, random)]));
    const read = await readOutputs(manifest, readFrom(changed));
    if ("error" in read) assert.match(read.error, /[.?]$/);
    else for (const value of Object.values(read.outputs)) assert.ok([value].flat().every(Number.isFinite));
  }
});
