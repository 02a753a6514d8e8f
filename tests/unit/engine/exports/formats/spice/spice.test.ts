/** The SPICE subcircuits of a network, in circuits that ngspice solves. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { spiceFiles } from "@understudy/engine/exports/formats/spice/spice.ts";
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import { assert, suite } from "../../../../../harness.ts";
import { temporaryFolder } from "../../../../../support/cleanup.ts";
import { COLLIDING_NAMES, listShapes, networkModel } from "../../../../../support/exports/network-model.ts";
import { selfTest } from "../../../../../support/exports/self-test.ts";
import { ngspice } from "../../../../../support/processes/simulators.ts";

const simulator = await ngspice();
const it = suite("a SPICE subcircuit");
for (const shape of listShapes("I"))
  it(`with ${shape.kind} computes what the program computes`, () => {
    const { model, vectors } = networkModel();
    const { status, output } = selfTest(spiceFiles(model, shape, vectors), simulator);
    assert.match(output, /^passed: \d\d values/);
    assert.is(status, 0);
  });
for (const names of COLLIDING_NAMES)
  it(`keeps the names ${names.join(", ")} apart from its own`, () => {
    const { model, vectors } = networkModel(names, { hasBounds: true });
    for (const shape of listShapes(names[4])) {
      const { status, output } = selfTest(spiceFiles(model, shape, vectors), simulator);
      assert.match(output, /^passed/, `${shape.kind}: ${output}`);
      assert.is(status, 0);
    }
  });
it("with another constant fails its own test", () => {
  const { model, vectors } = networkModel();
  const files = spiceFiles(model, { kind: "ports" }, vectors).map(({ name, contents }) =>
    name.endsWith(".sub") && typeof contents === "string"
      ? { name, contents: contents.replace("tanh(", "1.001*tanh(") }
      : { name, contents },
  );
  const { status, output } = selfTest(files, simulator);
  assert.match(output, /^FAILED/);
  assert.is.not(status, 0);
});
it("is a device that finds its operating point in a circuit", () => {
  const { model, vectors } = networkModel();
  const folder = temporaryFolder("spice");
  for (const { name, contents } of spiceFiles(
    model,
    { kind: "device", output: "I", positive: "p", negative: "n", control: null },
    vectors,
  ))
    writeFileSync(join(folder, name), contents);
  const circuit = [
    "* A source behind a resistor",
    ".include amplifier.sub",
    "vsource supply 0 dc 0.8",
    "rload supply across 0.1",
    "xdevice across 0 amplifier clip=0",
    ".options reltol=1e-9",
    ".control",
    "set numdgt=15",
    "op",
    "print v(across)",
    "quit 0",
    ".endc",
    ".end",
  ];
  writeFileSync(join(folder, "circuit.cir"), circuit.join("\n"));
  const { stdout } = spawnSync(simulator, ["-b", "circuit.cir"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
  });
  const across = Number(/v\(across\) = (\S+)/.exec(stdout)?.[1]);
  const [current] = runProgram(model.program, Float64Array.of(across, 0.5, 0), 1);
  assert.ok(Math.abs((0.8 - across) / 0.1 - (current?.mean[0] ?? Number.NaN)) < 1e-6, `${across}`);
});
