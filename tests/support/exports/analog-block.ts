/** Runs the analog block of a Verilog-A module as C, into which adms turns it. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportedModel, TestVectors } from "../../../engine/exports/exported-model.ts";
import { type Circuit, makeCircuit } from "../../../engine/exports/formats/circuit/circuit.ts";
import { verilogAFiles } from "../../../engine/exports/formats/verilog-a/verilog-a.ts";
import type { ExportShape } from "../../../shared/api/emulator-export.ts";
import { temporaryFolder } from "../cleanup.ts";
import { gcc } from "../processes/simulators.ts";
import { runAdms } from "./run-adms.ts";

const ADMS_SCRIPT = join(import.meta.dirname, "analog-block.xml");
const TIMEOUT_MS = 60_000;

/** @returns of each contribution of the module its value at every point. */
export async function runAnalogBlock(
  model: ExportedModel,
  shape: ExportShape,
  vectors: TestVectors,
): Promise<number[][]> {
  const folder = temporaryFolder("analog-block");
  const file = `${model.identifier}.va`;
  for (const { name, contents } of verilogAFiles(model, shape, vectors))
    writeFileSync(join(folder, name), contents);
  await runAdms(folder, file, ADMS_SCRIPT);
  const compiler = await gcc();
  const options = { cwd: folder, encoding: "utf8", timeout: TIMEOUT_MS, stdio: "pipe" } as const;
  const circuit = makeCircuit(model, shape);
  execFileSync(compiler, ["-O1", "-w", "-o", "run", `${model.identifier}.c`, "-lm"], options);
  const printed = execFileSync(join(folder, "run"), { ...options, input: pointsText(circuit, vectors) });
  const points = printed.trimEnd().split("\n\n");
  return circuit.written.map((_, at) => points.map((point) => Number(point.split("\n")[at]?.split(" ")[1])));
}

function pointsText({ inputs, device }: Circuit, { points, count }: TestVectors): string {
  const lines = ["clip 0"];
  for (let i = 0; i < count; i++) {
    inputs.forEach(({ input, source }, at) => {
      const name = source === "swept" ? device?.swept : input.identifier;
      lines.push(`${name} ${points[i * inputs.length + at]}`);
    });
    lines.push("evaluate");
  }
  return lines.join("\n");
}
