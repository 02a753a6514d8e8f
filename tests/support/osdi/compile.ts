/** Compiles exported Verilog-A: adms reads a module and writes it as C++ with derivatives, g++ compiles that. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportedModel, TestVectors } from "../../../engine/exports/exported-model.ts";
import { verilogAFiles } from "../../../engine/exports/formats/verilog-a/verilog-a.ts";
import type { ExportShape } from "../../../shared/api/emulator-export.ts";
import { temporaryFolder } from "../cleanup.ts";
import { runAdms } from "../exports/run-adms.ts";
import { gpp } from "../processes/simulators.ts";

const OSDI_FOLDER = import.meta.dirname;
/** As OpenVAF, which users of ngspice compile with, does by default: everything, for the processor of this machine. */
const OPTIMISATION_FLAGS = ["-O3", "-march=native"];
const TIMEOUT_MS = 300_000;

/**
 * For simulators with OSDI.
 * @param headers the folder of `osdi.h`.
 * @returns the path of the shared object.
 */
export async function compiledModule(
  model: ExportedModel,
  shape: ExportShape,
  vectors: TestVectors,
  headers: string,
): Promise<string> {
  const folder = await translated(model, shape, vectors);
  return await compiled(folder, "module.cpp", [...OPTIMISATION_FLAGS, "-fPIC", "-shared", `-I${headers}`]);
}

/**
 * Computes for a module whose inputs are voltages, without limits on them, at every point the value of each
 * contribution, followed by its derivatives with respect to the inputs.
 */
export async function moduleDerivatives(model: ExportedModel, vectors: TestVectors): Promise<number[][][]> {
  const folder = await translated(model, { kind: "ports" }, vectors);
  const program = await compiled(folder, "derivatives.cpp", ["-O1"]);
  const { inputs, outputs } = model;
  const input = Array.from({ length: vectors.count }, (_, i) => {
    const point = vectors.points.subarray(i * inputs.length, (i + 1) * inputs.length);
    return [...point, ...outputs.map(() => 0)].join(" ");
  }).join("\n");
  const lines = execFileSync(program, { input, encoding: "utf8", timeout: TIMEOUT_MS }).trimEnd().split("\n");
  const numbers = lines.map((line) =>
    line
      .split(" ")
      .slice(0, 1 + inputs.length)
      .map(Number),
  );
  return Array.from({ length: vectors.count }, (_, i) =>
    numbers.slice(i * outputs.length, (i + 1) * outputs.length),
  );
}

/** @returns the folder of what adms wrote. */
async function translated(model: ExportedModel, shape: ExportShape, vectors: TestVectors): Promise<string> {
  const folder = temporaryFolder("compiled-module");
  const file = `${model.identifier}.va`;
  for (const { name, contents } of verilogAFiles(model, shape, vectors))
    writeFileSync(join(folder, name), contents);
  await runAdms(folder, file, join(OSDI_FOLDER, "module.xml"));
  return folder;
}

async function compiled(folder: string, source: string, flags: readonly string[]): Promise<string> {
  const object = join(folder, "compiled");
  const includes = [`-I${folder}`, `-I${OSDI_FOLDER}`];
  const options = { cwd: folder, timeout: TIMEOUT_MS, stdio: "pipe" } as const;
  execFileSync(
    await gpp(),
    ["-std=c++17", ...flags, ...includes, "-o", object, join(OSDI_FOLDER, source)],
    options,
  );
  return object;
}
