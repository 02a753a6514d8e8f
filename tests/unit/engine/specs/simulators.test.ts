/** Specs on the programs that they are made for: ngspice and FreeFem++ as Debian has them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseNgspice } from "@understudy/engine/specs/netlists/ngspice.ts";
import { specFromTemplate } from "@understudy/engine/specs/templates.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { assert, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { freefem, ngspice } from "../../../support/processes/simulators.ts";
import { runSimulation } from "../../../support/specs/run-simulation.ts";
import { defaultInputs, fixtureManifest, specFixtureFolder } from "../../../support/specs/spec-fixtures.ts";

const it = suite("a spec on its own program");
const root = temporaryFolder("simulations");
let [ngspicePath, freefemPath] = ["", ""];
it.before(async () => {
  ngspicePath = await ngspice();
  freefemPath = await freefem();
});

const simulate = (
  folder: string,
  manifest: SpecManifest,
  inputs: SimulationInputs,
): Promise<SimulationOutputs> =>
  runSimulation(
    { folder, manifest, root, programs: { ngspice: ngspicePath, "FreeFem++": freefemPath } },
    inputs,
  );

const number = (outputs: SimulationOutputs, name: string): number => {
  const value = outputs[name];
  return typeof value === "number" ? value : Number.NaN;
};
const list = (outputs: SimulationOutputs, name: string): number[] => {
  const value = outputs[name];
  return Array.isArray(value) ? value : [];
};

it("answers as the theory of amplifiers says: a larger Miller capacitor is slower", async () => {
  const manifest = fixtureManifest("opamp");
  const folder = specFixtureFolder("opamp");
  const small = await simulate(folder, manifest, { ...defaultInputs(manifest), c_miller: 1e-12 });
  const large = await simulate(folder, manifest, { ...defaultInputs(manifest), c_miller: 2e-12 });
  assert.is(list(small, "loop_gain").length, 71);
  assert.ok(Math.abs((list(small, "loop_gain")[0] ?? 0) - number(small, "low_frequency_gain")) < 1e-3);
  // Gain-bandwidth and slew rate are a transconductance and a current over that capacitor and what lies beside it.
  for (const output of ["unity_gain_frequency", "slew_rate"]) {
    const ratio = number(small, output) / number(large, output);
    assert.ok(ratio > 1.4 && ratio < 2.1, `${output}: ${ratio}`);
  }
});

it("answers of the corner that it was given", async () => {
  const manifest = fixtureManifest("opamp");
  const folder = specFixtureFolder("opamp");
  const gains = await Promise.all(
    ["slow", "fast"].map((corner) => simulate(folder, manifest, { ...defaultInputs(manifest), corner })),
  );
  assert.ok(number(gains[0] ?? {}, "unity_gain_frequency") < number(gains[1] ?? {}, "unity_gain_frequency"));
});

it("answers as the divider of a regulator says", async () => {
  const manifest = fixtureManifest("ldo");
  const inputs = { ...defaultInputs(manifest), divider: [5e4, 1e5] };
  const outputs = await simulate(specFixtureFolder("ldo"), manifest, inputs);
  assert.ok(Math.abs(number(outputs, "output_voltage") - 0.6 * 1.5) < 0.01);
  assert.is(list(outputs, "load_step").length, 201);
  assert.is(list(outputs, "rejection").length, 57);
});

it("answers as linear elasticity says: twice the load is twice the stress", async () => {
  const manifest = fixtureManifest("bracket");
  const folder = specFixtureFolder("bracket");
  const inputs = { ...defaultInputs(manifest), mesh_density: 6 };
  const once = await simulate(folder, manifest, { ...inputs, load: 200 });
  const twice = await simulate(folder, manifest, { ...inputs, load: 400 });
  const steel = await simulate(folder, manifest, { ...inputs, load: 200, material: "steel" });
  const near = (value: number, expected: number) =>
    assert.ok(Math.abs(value / expected - 1) < 1e-6, `${value}`);
  near(number(twice, "peak_stress"), 2 * number(once, "peak_stress"));
  near(number(twice, "deflection"), 2 * number(once, "deflection"));
  near(number(steel, "mass"), (number(once, "mass") * 7850) / 2700);
  near(list(twice, "fillet_stress")[10] ?? 0, 2 * (list(once, "fillet_stress")[10] ?? 0));
});

it("that was made of an ngspice netlist runs and answers as the circuit's formulas do", async () => {
  const netlist = `A low-pass filter, its step and its sweep
.param r=1k c=2n tau='r*c'
.include source.inc
r1 in out {r}
c1 out 0 {c}
.ac dec 10 1k 10meg
.tran 50n 10u
.meas ac Corner when vdb(out)=-3.0103
.meas tran late when v(out)=0.632120559 rise=1
.end
`;
  const uploads = new Map([
    ["filter.cir", netlist],
    ["source.inc", ".param high=1.0\nv1 in 0 dc 0 ac 1 pulse(0 {high} 0 1p 1p 1 2)\n"],
  ]);
  const made = specFromTemplate(
    "ngspice",
    {
      netlist: "filter.cir",
      files: ["source.inc"],
      vectors: "v(out) in ac\nout = v(out) in tran\nphase = 180/pi*cph(v(out)) [deg] in ac",
    },
    uploads,
  );
  if ("errors" in made) throw new Error(JSON.stringify(made.errors));
  const folder = join(root, "filter");
  mkdirSync(folder);
  for (const [path, text] of [...uploads, ...made.files]) writeFileSync(join(folder, path), text);
  const [r, c] = [3.3e3, 1.5e-9];
  const outputs = await simulate(folder, made.manifest, { r, c, high: 1 });
  const near = (value: number, expected: number, within: number) =>
    assert.ok(Math.abs(value - expected) <= within * Math.abs(expected), `${value}, not ${expected}`);
  near(number(outputs, "corner"), 1 / (2 * Math.PI * r * c), 1e-3);
  near(number(outputs, "late"), r * c, 0.01);
  const frequency = 1000 * 10 ** (20 / 10);
  near(list(outputs, "v_out")[20] ?? 0, 1 / Math.hypot(1, 2 * Math.PI * frequency * r * c), 1e-6);
  near(list(outputs, "phase")[20] ?? 0, (-180 / Math.PI) * Math.atan(2 * Math.PI * frequency * r * c), 1e-6);
  near(list(outputs, "out")[100] ?? 0, 1 - Math.exp(-5e-6 / (r * c)), 0.01);
});

it("means by its parameters what ngspice does", () => {
  const definitions = `.param a=1k b=2MEG c=3m d = {4u} e='5n' f=6pF
+ g=1mil h=.5e3 ; h=9
* h=8
+ k=7 $ h=9
.PARAM A=1.5k
.param m=1.5e3k`;
  const names = ["a", "b", "c", "d", "e", "f", "g", "h", "k", "m"];
  const netlist = `title .param a=9
${definitions}
${names.map((name) => `r${name} node_${name} 0 1\ni${name} 0 node_${name} dc {${name}}`).join("\n")}
.control
op
set numdgt=15
${names.map((name) => `print v(node_${name})`).join("\n")}
quit
.endc
.end
`;
  const folder = join(root, "parameters");
  mkdirSync(folder);
  writeFileSync(join(folder, "n.cir"), netlist);
  const { stdout } = spawnSync(ngspicePath, ["-b", "n.cir"], { cwd: folder, encoding: "utf8" });
  const { parameters } = parseNgspice("n.cir", new Map([["n.cir", netlist]]));
  for (const name of names) {
    const measured = Number(new RegExp(`^v\\(node_${name}\\) = (\\S+)`, "m").exec(stdout)?.[1]);
    const ours = parameters.find((parameter) => parameter.name.toLowerCase() === name)?.value ?? Number.NaN;
    assert.ok(Math.abs(ours / measured - 1) < 1e-12, `${name}: ${ours}, and ngspice says ${measured}`);
  }
});
