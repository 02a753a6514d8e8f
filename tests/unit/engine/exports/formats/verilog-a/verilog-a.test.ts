/** The Verilog-A modules of a network: two independent programs, adms and Icarus Verilog, run their arithmetic. */
import { expectedColumns, makeCircuit } from "@understudy/engine/exports/formats/circuit/circuit.ts";
import { verilogAFiles } from "@understudy/engine/exports/formats/verilog-a/verilog-a.ts";
import { ProgramBuilder } from "@understudy/engine/exports/program.ts";
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import type { ExportShape } from "@understudy/shared/api/emulator-export.ts";
import { assert, suite } from "../../../../../harness.ts";
import { runAnalogBlock } from "../../../../../support/exports/analog-block.ts";
import { COLLIDING_NAMES, listShapes, networkModel } from "../../../../../support/exports/network-model.ts";
import { selfTest } from "../../../../../support/exports/self-test.ts";
import { iverilog } from "../../../../../support/processes/simulators.ts";

const simulator = await iverilog();
const it = suite("a Verilog-A module");
const describeShape = (shape: ExportShape): string =>
  shape.kind === "device" && shape.control !== null ? "a device with three terminals" : shape.kind;
for (const shape of listShapes("I"))
  it(`with ${describeShape(shape)} computes what the program computes`, () => {
    const { model, vectors } = networkModel();
    const { status, output } = selfTest(verilogAFiles(model, shape, vectors), simulator);
    assert.match(output, /^passed: 20 points/);
    assert.is(status, 0);
  });
for (const shape of listShapes("I"))
  it(`with ${describeShape(shape)} computes the same when adms has turned it into C`, async () => {
    const { model, vectors } = networkModel();
    const written = await runAnalogBlock(model, shape, vectors);
    const expected = expectedColumns(makeCircuit(model, shape), vectors);
    assert.is(written.length, expected.length);
    expected.forEach(({ values, range }, at) => {
      values.forEach((value, i) => {
        const difference = Math.abs((written[at]?.[i] ?? Number.NaN) - value) / range;
        assert.ok(difference <= 1e-12, `value ${at} at point ${i}: ${difference}`);
      });
    });
  });
for (const names of COLLIDING_NAMES)
  it(`keeps the names ${names.join(", ")} apart from its own`, () => {
    const { model, vectors } = networkModel(names, { hasBounds: true });
    for (const shape of listShapes(names[4])) {
      const { status, output } = selfTest(verilogAFiles(model, shape, vectors), simulator);
      assert.match(output, /^passed/, `${shape.kind}: ${output}`);
      assert.is(status, 0);
    }
  });
it("computes the least of many values, whose calls stand one inside the other", () => {
  const { model, vectors } = networkModel();
  const b = new ProgramBuilder(3);
  const hidden = b.abs(
    b.subtract(
      b.pick(
        b.inputs,
        Array.from({ length: 40 }, (_, k) => k % 2),
      ),
      b.constant(Array.from({ length: 40 }, (_, k) => k / 40)),
    ),
  );
  const results = [b.least(hidden), b.exp(b.least(hidden))].map((mean) => ({
    mean,
    lower: null,
    upper: null,
  }));
  const program = { instructions: b.instructions, results };
  const values = runProgram(program, vectors.points, vectors.count);
  const files = verilogAFiles(
    { ...model, program },
    { kind: "parameters" },
    { ...vectors, emulator: values, program: values },
  );
  const { status, output } = selfTest(files, simulator);
  assert.match(output, /^passed/);
  assert.is(status, 0);
});
it("with another constant fails its own test", () => {
  const { model, vectors } = networkModel();
  const files = verilogAFiles(model, { kind: "parameters" }, vectors).map(({ name, contents }) =>
    name.endsWith(".va") && typeof contents === "string"
      ? { name, contents: contents.replace("exp(min(", "0.999*exp(min(").replace("tanh(", "1.001*tanh(") }
      : { name, contents },
  );
  const { status, output } = selfTest(files, simulator);
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
  assert.throws(
    () =>
      verilogAFiles(
        model,
        { kind: "device", output: "gain", positive: "p", negative: "n", control: null },
        vectors,
      ),
    /no curve/,
  );
});
