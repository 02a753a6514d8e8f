/** Templates that make specs of netlists. */
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { assert, suite } from "../../../harness.ts";
import { findTemplateErrors, made, type Values } from "../../../support/specs/template-specs.ts";

const it = suite("a spec template of a netlist");

const SPICE_NETLIST = `An RC filter, .param r=9
.param r=1k c={1n} tau='r*c'
.include load.inc
v1 in 0 dc 1 ac 1
r1 in out {r}
c1 out 0 {c}
rl out 0 {rl}
.ac dec 10 1k 10meg
.meas ac corner when vdb(out)=-3
.end
`;
const LOAD_FILE = "* the load\n.param rl = 1meg\n";

it("makes variables of parameters, outputs of measurements and curves, and a netlist with placeholders", () => {
  const { manifest, files } = made(
    "ngspice",
    { netlist: "rc.cir", files: ["load.inc"], vectors: "gain = db(v(out))\nph(v(out)) [rad]" },
    { "rc.cir": SPICE_NETLIST, "load.inc": LOAD_FILE },
  );
  assert.equal(
    manifest.variables.map(({ name, default_min, default_max, default_val }) => [
      name,
      default_min,
      default_val,
      default_max,
    ]),
    [
      ["r", 500, 1000, 2000],
      ["c", 5e-10, 1e-9, 2e-9],
      ["rl", 5e5, 1e6, 2e6],
    ],
  );
  assert.is(manifest.variables[0]?.help_text, "Used by tau = 'r*c'");
  assert.equal(
    manifest.outputs.map(({ name, type, unit, coordinate }) => [name, type, unit, coordinate]),
    [
      ["corner", "Scalar", "", null],
      ["gain", "Vector", "dB", "frequency"],
      ["ph_v_out", "Vector", "rad", "frequency"],
    ],
  );
  assert.equal(manifest.coordinates[0]?.grid, { from: 1000, to: 1e7, points: 41, spacing: "log" });
  assert.equal(manifest.run.command, ["ngspice", "-b", "rc.cir"]);
  assert.equal([...files.keys()].toSorted(), ["load.inc.tmpl", "rc.cir.tmpl", "spec.json"]);
  assert.match(
    files.get("rc.cir.tmpl") ?? "",
    /^An RC filter, \.param r=9\n\.param r=\{\{r\}\} c=\{\{c\}\} tau='r\*c'\n/,
  );
  assert.match(
    files.get("rc.cir.tmpl") ?? "",
    /\.control\nrun\n[\s\S]*wrdata curves-ac\.txt us_gain us_ph_v_out\nquit 0\n\.endc\n\.end\n$/,
  );
  assert.is(files.get("load.inc.tmpl"), "* the load\n.param rl = {{rl}}\n");
});

it("makes what passes the check of uploads, and is the same when it is uploaded", () => {
  const uploads = { "rc.cir": SPICE_NETLIST, "load.inc": LOAD_FILE };
  const { manifest, files } = made("ngspice", { netlist: "rc.cir" }, uploads);
  const checked = checkManifest(new Map([...Object.entries(uploads), ...files]));
  assert.equal("manifest" in checked ? checked.manifest : checked.problems, manifest);
});

it("keeps a netlist's own commands, and adds to them before its last quit", () => {
  const netlistWithCommands = SPICE_NETLIST.replace(".end\n", ".control\nrun\nquit\n.endc\n.end\n");
  const { files } = made(
    "ngspice",
    { netlist: "n", vectors: "v(out)" },
    { n: netlistWithCommands, "load.inc": LOAD_FILE },
  );
  assert.match(
    files.get("n.tmpl") ?? "",
    /\.control\nrun\nset filetype=ascii\n[\s\S]*setplot ac1\nlet us_v_out = mag\(v\(out\)\)\nwrdata curves-ac\.txt us_v_out\nquit\n\.endc/,
  );
});

it("parts several analyses, of which ngspice would measure the last only", () => {
  const netlist = `t
.param a=1
.ac dec 1
* a comment
+ 1 10
.tran 1n
+ 10n
.op
.meas ac top max vdb(a)
.meas tran peak
+ max v(a)
.end
`;
  const { manifest, files } = made(
    "ngspice",
    { netlist: "n.cir", vectors: "v(a) in tran" },
    { "n.cir": netlist },
  );
  assert.equal(manifest.run.templates, ["n-ac.cir.tmpl", "n-tran.cir.tmpl"]);
  assert.equal(manifest.run.command, ["ngspice", "-b", "n-run.cir"]);
  const cards = (path: string) => (files.get(path) ?? "").split("\n").filter((line) => /^[.+]/.test(line));
  assert.equal(cards("n-ac.cir.tmpl"), [
    ".param a={{a}}",
    ".ac dec 1",
    "+ 1 10",
    ".meas ac top max vdb(a)",
    ".end",
  ]);
  assert.equal(cards("n-tran.cir.tmpl"), [
    ".param a={{a}}",
    ".tran 1n",
    "+ 10n",
    ".meas tran peak",
    "+ max v(a)",
    ".end",
  ]);
  const run = files.get("n-run.cir") ?? "";
  assert.match(run, /source n-ac\.cir\nrun\nsource n-tran\.cir\nrun\nsetplot tran1\n/);
  assert.match(
    findTemplateErrors(
      "ngspice",
      { netlist: "n", files: ["i"] },
      { n: "t\n.param a=1\n.op\n.ac dec 1 1 10\n.include i", i: ".meas ac m max v(a)" },
    ).netlist?.[0] ?? "",
    /^i, line 1: if there are several analyses, they and their \.meas lines must be in n itself$/,
  );
});

it("takes the coordinate of a curve from the analysis", () => {
  const grid = (analysis: string, points = "") => {
    const netlist = `t\n.param r=1\n${analysis}\n.end`;
    const { manifest } = made("ngspice", { netlist: "n", vectors: "v(a)", points }, { n: netlist });
    const [coordinate] = manifest.coordinates;
    return [coordinate?.name, coordinate?.unit, ...Object.values(coordinate?.grid ?? {})];
  };
  assert.equal(grid(".tran 1n 100n"), ["time", "s", 0, 1e-7, 101, "linear"]);
  assert.equal(grid(".tran 1n 100n 20n"), ["time", "s", 2e-8, 1e-7, 81, "linear"]);
  assert.equal(grid(".tran 1p 1u"), ["time", "s", 0, 1e-6, 2001, "linear"]);
  assert.equal(grid(".tran 1p 1u", "50"), ["time", "s", 0, 1e-6, 50, "linear"]);
  assert.equal(grid(".dc Vin 1 0 -0.1"), ["vin", "V", 0, 1, 11, "linear"]);
  assert.equal(grid(".ac lin 21 1k 2k"), ["frequency", "Hz", 1000, 2000, 21, "linear"]);
  assert.equal(grid(".ac oct 2 1k 16k"), ["frequency", "Hz", 1000, 16000, 9, "log"]);
  assert.equal(grid(".noise v(a) vin dec 2 1 100"), ["frequency", "Hz", 1, 100, 5, "log"]);
});

it("chooses among parameters, and says why one cannot be chosen", () => {
  const files = { n: "t\n.param a=1 b=2 c='a*b'\n.ac dec 1 1 10\n.meas ac m max vdb(a)\n.end" };
  const { manifest, files: added } = made("ngspice", { netlist: "n", parameters: "B" }, files);
  assert.equal(
    manifest.variables.map(({ name }) => name),
    ["b"],
  );
  assert.match(added.get("n.tmpl") ?? "", /\.param a=1 b=\{\{b\}\} c='a\*b'/);
  assert.equal(findTemplateErrors("ngspice", { netlist: "n", parameters: "c, dd" }, files).parameters, [
    "c depends on others: 'a*b'",
    "The netlist sets no parameter named dd",
  ]);
});

it("says by field what a netlist lacks", () => {
  const errors = (text: string, more: Values = {}) =>
    findTemplateErrors("ngspice", { netlist: "n", ...more }, { n: text });
  assert.equal(findTemplateErrors("ngspice", {}), { netlist: ["Netlist is required"] });
  assert.equal(
    findTemplateErrors("ngspice", { netlist: "n" }, { n: new Uint8Array([0xff, 0]) }).netlist?.[0],
    "n is not a text file",
  );
  assert.match(errors("t\nr1 a 0 1\n.end").netlist?.join(" ") ?? "", /no analysis.*sets no parameter/);
  assert.match(
    errors("t\n.param a=1\n.op\n.end").vectors?.[0] ?? "",
    /no \.meas line: choose at least one vector/,
  );
  assert.match(
    errors("t\n.param a=1\n.op\n.end", { vectors: "v(a)" }).vectors?.[0] ?? "",
    /no ac, tran, dc or noise analysis/,
  );
  const two = "t\n.param a=1\n.ac dec 1 1 10\n.tran 1 10\n.end";
  assert.match(
    errors(two, { vectors: "v(a)" }).vectors?.[0] ?? "",
    /several analyses: choose one, as in v\(a\) in ac/,
  );
  assert.equal(errors(two, { vectors: "v(a) in tran; db(v(a)) in AC" }), {});
  assert.match(errors(two, { vectors: "`rm` in ac" }).vectors?.[0] ?? "", /write v\(out\)/);
  assert.match(
    errors("t\n.param a=1\n.tran 1n {a}\n.end", { vectors: "v(a)" }).vectors?.[0] ?? "",
    /plain numbers/,
  );
  assert.match(
    errors("t\n.include x.lib\n.param a=1\n.end").netlist?.[0] ?? "",
    /n, line 2: the included file x\.lib is not among/,
  );
  assert.match(
    errors("t\n.param f=1\n.ac dec 1 1 10\n.meas ac f max vdb(a)\n.end").vectors?.[0] ?? "",
    /^f: "f" is already the name of a variable/,
  );
});

const SPECTRE_NETLIST = `simulator lang=spectre
parameters w=10u l=45n area=w*l
include "models.scs" section=tt
M1 (d g 0 0) nch w=w l=l
`;

it("makes a spec of a Spectre netlist", () => {
  const { manifest, files } = made(
    "spectre_nnva",
    {
      netlist: "input.scs",
      files: ["models.scs"],
      outputs: "id over vds [A]\ngm [S]",
      coordinates: "vds = 0 .. 1.2, 61 [V]",
      format: "table",
      options: "+aps '-I dir with blanks'",
    },
    { "input.scs": SPECTRE_NETLIST, "models.scs": "section tt\nparameters vt=1\nendsection\n" },
  );
  assert.equal(
    manifest.variables.map(({ name }) => name),
    ["w", "l"],
  );
  assert.equal(manifest.run.command, [
    ...["spectre", "input.scs", "+log", "spectre.log", "-raw", "raw", "+aps", "-I dir with blanks"],
  ]);
  assert.match(files.get("input.scs.tmpl") ?? "", /parameters w=\{\{w\}\} l=\{\{l\}\} area=w\*l\n/);
  assert.equal(manifest.outputs[0]?.source, {
    format: "table",
    file: "outputs.csv",
    column: "id",
    coordinate_column: null,
  });
  assert.equal(manifest.coordinates[0]?.grid, { from: 0, to: 1.2, points: 61, spacing: "linear" });
});
