/** The Verilog-A modules of a network, whose arithmetic Icarus Verilog runs. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { ExportedFile, ExportedModel, TestVectors } from "@understudy/engine/exports/exported-model.ts";
import type { VerilogAShape } from "@understudy/engine/exports/formats/verilog-a/module.ts";
import { verilogAFiles } from "@understudy/engine/exports/formats/verilog-a/verilog-a.ts";
import { ProgramBuilder } from "@understudy/engine/exports/program.ts";
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { assert, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { iverilog } from "../../../support/processes/simulators.ts";

const simulator = await iverilog();

/** Two layers of six tanh units, one input on a logarithmic scale and one a category; the second output is exp of the first. */
function networkModel(): { model: ExportedModel; vectors: TestVectors } {
  const random = createRandom(7);
  const draw = (length: number) => Float64Array.from({ length }, () => random.normal());
  const builder = new ProgramBuilder(3);
  const [voltage, length, corner] = [0, 1, 2].map((at) => builder.pick(builder.inputs, [at]));
  const level = builder.equal(corner ?? 0, builder.number(1));
  const scaled = builder.join([voltage ?? 0, builder.log(length ?? 0), level]);
  const hidden = builder.tanh(builder.add(builder.product(draw(18), scaled), builder.constant(draw(6))));
  const further = builder.tanh(builder.add(builder.product(draw(36), hidden), builder.constant(draw(6))));
  const current = builder.add(builder.product(draw(6), further), builder.number(0.3));
  const gain = builder.exp(builder.minimum(current, builder.number(2)));
  const program = {
    instructions: builder.instructions,
    results: [current, gain].map((mean) => ({ mean, lower: null, upper: null })),
  };
  const points = Float64Array.from({ length: 60 }, (_, at) =>
    at % 3 === 2 ? Math.floor(3 * random.uniform()) : 0.1 + random.uniform(),
  );
  const output = {
    description: "",
    unit: "A",
    size: 1,
    coefficientOfDetermination: 0.999,
    coverage: 0.95,
    error: 1e-3,
    largestDifference: 0,
  };
  const model: ExportedModel = {
    identifier: "amplifier",
    title: 'An "amplifier"\n`endif */ endmodule',
    jobId: 12,
    version: "3",
    createdAt: "2026-11-23T12:00:00Z",
    inputs: [
      {
        name: "V",
        identifier: "v",
        description: 'the "drain" voltage \\',
        unit: "V",
        kind: "continuous",
        minimum: 0.2,
        maximum: 0.9,
        initial: 0.5,
      },
      {
        name: "L",
        identifier: "l",
        description: "",
        unit: "µm",
        kind: "continuous",
        minimum: 0.2,
        maximum: 0.9,
        initial: 0.5,
      },
      {
        name: "corner",
        identifier: "corner",
        description: "",
        unit: "",
        kind: "categorical",
        levels: ["tt", "ss", "ff"],
        initial: 0,
      },
    ],
    outputs: [
      {
        ...output,
        name: "I",
        identifier: "i",
        curve: { name: "V", identifier: "v", unit: "V", knots: Float64Array.of(0, 1), input: 0 },
      },
      { ...output, name: "gain", identifier: "gain", curve: null },
    ],
    program,
    hasBounds: false,
    fidelity: { kind: "exact" },
  };
  return { model, vectors: { points, count: 20, emulator: runProgram(program, points, 20), program: null } };
}

/** Writes the files to a folder of their own and runs their test. */
function selfTest(files: readonly ExportedFile[]): { status: number | null; output: string } {
  const folder = temporaryFolder("verilog-a");
  for (const { name, contents } of files) writeFileSync(join(folder, name), contents);
  const PATH = `${dirname(simulator)}${delimiter}${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync("sh", [join(folder, "self-test.sh")], {
    env: { PATH },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

const it = suite("a Verilog-A module");
const SHAPES: VerilogAShape[] = [{ kind: "parameters" }, { kind: "ports" }, { kind: "device", output: "I" }];
for (const shape of SHAPES)
  it(`with ${shape.kind} computes what the program computes`, () => {
    const { model, vectors } = networkModel();
    const { status, output } = selfTest(verilogAFiles(model, shape, vectors));
    assert.match(output, /^passed: 20 points/);
    assert.is(status, 0);
  });
it("with another constant fails its own test", () => {
  const { model, vectors } = networkModel();
  const files = verilogAFiles(model, { kind: "parameters" }, vectors).map(({ name, contents }) =>
    name.endsWith(".va") && typeof contents === "string"
      ? { name, contents: contents.replace("exp(min(", "0.999*exp(min(").replace("tanh(", "1.001*tanh(") }
      : { name, contents },
  );
  const { status, output } = selfTest(files);
  assert.match(output, /^FAILED/);
  assert.is.not(status, 0);
});
it("holds no text of a person outside of comments and quotation marks", () => {
  const { model, vectors } = networkModel();
  const [file] = verilogAFiles(model, { kind: "ports" }, vectors);
  const text = String(file?.contents);
  const code = text.replaceAll(/\/\/.*$/gm, "").replaceAll(/"[^"]*"/g, '""');
  assert.is(text.match(/^endmodule$/gm)?.length, 1);
  assert.not.match(code, /drain|endif|amplifier"/);
  assert.ok(/^[\x20-\x7e\n]*$/.test(text));
});
it("is no device of an output that is no curve", () => {
  const { model, vectors } = networkModel();
  assert.throws(() => verilogAFiles(model, { kind: "device", output: "gain" }, vectors), /no curve/);
});
