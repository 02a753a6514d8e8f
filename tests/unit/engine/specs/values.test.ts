import { createRandom } from "@understudy/engine/math/random.ts";
import { commandFor, renderFiles } from "@understudy/engine/specs/render.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { soundManifest } from "../../../support/specs/spec-fixtures.ts";

const it = suite("the values of a simulation");

const WRITTEN_MANIFEST = {
  variables: [
    { name: "real", type: "Scalar", default_val: 1 },
    { name: "count", type: "Scalar", is_integer: true, default_val: 1 },
    { name: "list", type: "Vector", length: 3, default_val: 0 },
    { name: "text", type: "String" },
    { name: "option", type: "MultiSelect", options: ["tt", 4, 27.5] },
    { name: "mesh", type: "File", optional: true },
  ],
  outputs: [{ name: "answer", type: "Scalar" }],
  run: {
    command: ["solve", "--real={{real}}", "{{mesh}}", "{{option}}"],
    platforms: { windows: { command: ["solve.exe", "{{list[2]}}"] } },
    templates: ["model.in.tmpl", "plain.txt"],
  },
};
const VARIABLE_VALUES = {
  real: 210000000000,
  count: 3,
  list: [1, -0.5, 1e-30],
  text: "a b",
  option: "tt",
  mesh: "mesh/a.msh",
};
const manifest: SpecManifest = soundManifest(
  new Map([
    ["spec.json", JSON.stringify(WRITTEN_MANIFEST)],
    ["model.in.tmpl", ""],
    ["plain.txt", ""],
  ]),
);

function render(template: string, values: SimulationInputs = VARIABLE_VALUES): string {
  const files = renderFiles(
    manifest,
    values,
    new Map([
      ["model.in.tmpl", template],
      ["plain.txt", "{{count}}"],
    ]),
  );
  return files[0]?.text ?? "";
}

it("are written into templates, each kind as its type says", () => {
  assert.is(
    render("{{real}}|{{ count }}|{{list}}|{{list[1]}}|{{text}}|{{option}}|{{mesh}}"),
    "210000000000.0|3|1.0, -0.5, 1e-30|-0.5|a b|tt|mesh/a.msh",
  );
  assert.is(render("{{{real}}} {{1, 2}}"), "{210000000000.0} {{1, 2}}", "braces of others stay");
  assert.is(render("{{option}}", { ...VARIABLE_VALUES, option: 4 }), "4.0");
});

it("never become another number, and reals always have a point or an exponent", () => {
  const random = createRandom(7);
  const reals = [0, -0, 1, -3, 2 ** 53, 1e21, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, -1e-7];
  for (let i = 0; i < 2_000; i++) reals.push((random.uniform() - 0.5) * 10 ** (random.integer(600) - 300));
  for (const real of reals) {
    const text = render("{{real}}", { ...VARIABLE_VALUES, real });
    assert.ok(Object.is(Number(text), real), `${real} as ${text}`);
    assert.match(text, /^-?\d+(\.\d+)?(e[+-]\d+)?$/);
    assert.match(text, /[.e]/);
  }
});

it("are all in variables.json, of which every reader makes the same numbers", () => {
  const files = renderFiles(
    manifest,
    VARIABLE_VALUES,
    new Map([
      ["model.in.tmpl", ""],
      ["plain.txt", ""],
    ]),
  );
  assert.equal(
    files.map(({ path }) => path),
    ["model.in", "plain.txt", "variables.json"],
  );
  const json = files[2]?.text ?? "";
  assert.equal(JSON.parse(json), VARIABLE_VALUES);
  assert.match(json, /"real": 210000000000\.0,/);
  assert.match(json, /"count": 3,/);
});

it("stand in the command, which may be another one on another platform", () => {
  assert.equal(commandFor(manifest, VARIABLE_VALUES, "linux"), [
    "solve",
    "--real=210000000000.0",
    "mesh/a.msh",
    "tt",
  ]);
  assert.equal(
    commandFor(manifest, VARIABLE_VALUES, "macos"),
    commandFor(manifest, VARIABLE_VALUES, "linux"),
  );
  assert.equal(commandFor(manifest, VARIABLE_VALUES, "windows"), ["solve.exe", "1e-30"]);
});

it("are not looked at for placeholders themselves", () => {
  assert.is(render("{{text}}", { ...VARIABLE_VALUES, text: "{{real}} $& $1" }), "{{real}} $& $1");
});

it("that cannot be written are refused, never guessed", async () => {
  const refused: [SimulationInputs, RegExp][] = [
    [{ ...VARIABLE_VALUES, real: Number.NaN }, /real is NaN/],
    [{ ...VARIABLE_VALUES, count: 1.5 }, /count, 1\.5, is not a whole number/],
    [{ ...VARIABLE_VALUES, list: [1, 2] }, /list has 2 values, not 3/],
    [{ ...VARIABLE_VALUES, text: "a\n.param x=1" }, /text has more than one line/],
    [{ real: 1 }, /count has no value/],
  ];
  for (const [values, message] of refused) {
    await rejects(() => render("{{real}} {{count}} {{list}} {{text}}", values), message);
  }
});
