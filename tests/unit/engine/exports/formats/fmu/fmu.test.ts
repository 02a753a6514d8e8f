import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type {
  ExportedFile,
  ExportedModel,
  TestVectors,
} from "../../../../../../engine/exports/exported-model.ts";
import { fmuFiles } from "../../../../../../engine/exports/formats/fmu/fmu.ts";
import { assert, suite } from "../../../../../harness.ts";
import { temporaryFolder } from "../../../../../support/cleanup.ts";
import {
  everyInstruction,
  largestDifference,
  sampleModel,
  sampleVectors,
  writeFiles,
} from "../../../../../support/exports/sample-model.ts";
import { gcc, pythonWithNumpy } from "../../../../../support/processes/simulators.ts";

const it = suite("an FMU of an emulator", { timeout: 120_000 });
const compiler = await gcc();
const python = await pythonWithNumpy();
const STRICT_FLAGS = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2"];
const program = everyInstruction();
const model = sampleModel(program);
const vectors = sampleVectors(program);
const importer = join(temporaryFolder("importer"), "fmu-importer");
const importerSource = join(import.meta.dirname, "../../../../../support/exports/fmu-importer.c");
execFileSync(compiler, ["-Wall", "-Wextra", "-Werror", "-o", importer, importerSource, "-ldl"]);

function unpacked(files: readonly ExportedFile[]): string {
  const folder = temporaryFolder("fmu");
  writeFiles(folder, files);
  execFileSync(python, ["-m", "zipfile", "-e", join(folder, "sample_model.fmu"), join(folder, "fmu")]);
  return join(folder, "fmu");
}

/** The command of the documentation. */
function compile(folder: string): string {
  const documentation = readFileSync(join(folder, "documentation/index.html"), "utf8");
  const command = /^cc (.*) sources\/\*\.c -lm$/m.exec(documentation)?.[1];
  if (command === undefined) throw new Error("The documentation has no command.");
  mkdirSync(join(folder, "binaries/linux64"), { recursive: true });
  const sources = readFileSync(join(folder, "modelDescription.xml"), "utf8").matchAll(
    /<File name="([^"]+)"/g,
  );
  const paths = [...sources].map(([, name = ""]) => join("sources", name));
  execFileSync(compiler, [...command.split(" "), ...STRICT_FLAGS, ...paths, "-lm"], {
    cwd: folder,
    stdio: "pipe",
  });
  return join(folder, "binaries/linux64/sample_model.so");
}

async function imported(exported: ExportedModel, { points }: TestVectors): Promise<string[][]> {
  const folder = unpacked(await fmuFiles(exported, vectors));
  const { stdout, stderr, status } = spawnSync(
    importer,
    [join(folder, "modelDescription.xml"), compile(folder)],
    { encoding: "utf8", input: points.join(" ") },
  );
  if (status !== 0) throw new Error(stderr);
  const lines = stdout.trimEnd().split("\n");
  return lines.map((line) => line.split(" "));
}

async function selfTest(
  exported: ExportedModel,
  ownVectors: TestVectors,
  change = (file: ExportedFile) => file,
) {
  const folder = temporaryFolder("fmu");
  writeFiles(folder, (await fmuFiles(exported, ownVectors)).map(change));
  const searchPath = `${dirname(python)}${delimiter}${process.env.PATH}`;
  return spawnSync("sh", [join(folder, "self-test.sh")], {
    encoding: "utf8",
    env: { ...process.env, PATH: searchPath, CC: compiler },
  });
}

it("computes the interpreter's values in a program that knows its description alone", async () => {
  const printed = await imported(model, vectors);
  for (const [at, name] of ["gain", "curve", "fixed"].entries()) {
    for (const part of ["mean", "lower", "upper"] as const) {
      const prefix = `${part === "mean" ? "" : `${part}.`}${name}`;
      const printedRows = printed.filter(
        ([variableName = ""]) => variableName.replace(/\[\d+\]$/, "") === prefix,
      );
      const expected = vectors.program?.[at]?.[part];
      assert.ok(
        largestDifference(
          printedRows.map(([, value]) => Number(value)),
          [...(expected ?? [])],
        ) < 1e-12,
        prefix,
      );
    }
  }
});

it("passes its own test, compiled by one command, with hostile names", async () => {
  const { status, stdout, stderr } = await selfTest(model, vectors);
  assert.is(stderr, "");
  assert.match(stdout, /24 points, 1e-09 of the range allowed: passed/);
  assert.is(status, 0);
});

it("fails its own test, with an exit code, when one constant is changed", async () => {
  const instructions = program.instructions.map((instruction) =>
    instruction.kind === "product"
      ? { ...instruction, matrix: instruction.matrix.map((value, k) => (k === 9 ? 1.01 * value : value)) }
      : instruction,
  );
  const [file] = await fmuFiles({ ...model, program: { ...program, instructions } }, vectors);
  if (file === undefined) throw new Error("No file was written.");
  const { status, stdout } = await selfTest(model, vectors, (exportedFile) =>
    exportedFile.name === file.name ? file : exportedFile,
  );
  assert.is(status, 1);
  assert.match(stdout, /too much[\s\S]*FAILED/);
});

it("has a well-formed description and documentation, with names, levels and units as they are", async () => {
  const folder = unpacked(await fmuFiles(model, vectors));
  const source = `import json, xml.etree.ElementTree as trees
trees.parse("documentation/index.html")
root = trees.parse("modelDescription.xml").getroot()
def at(path, name): return root.find(path).get(name)
print(json.dumps([root.get("modelName"), at(".//*[@name='a']/Real", "unit"), at(".//*[@name='a']/Real", "max"),
  at(".//Item[@value='1']", "name"), at(".//*[@name='curve[2]']", "description"), len(root.findall(".//Outputs/Unknown"))]))`;
  const description = JSON.parse(execFileSync(python, ["-c", source], { cwd: folder, encoding: "utf8" }));
  assert.equal(description.slice(0, 4), [model.title, "Ω", "2", '"brass" */']);
  assert.match(description[4], /= 0\.1 "$/);
  assert.is(description[5], 21);
});

it("has no bounds where the program has none, and units and types where there are any", async () => {
  const results = program.results.map(({ mean }) => ({ mean, lower: null, upper: null }));
  const numbers = sampleModel({ ...program, results });
  const plain = { ...numbers, inputs: numbers.inputs.map((input) => ({ ...input, unit: "" })) };
  const plainVectors = sampleVectors(plain.program);
  assert.is((await selfTest(plain, plainVectors)).status, 0);
  // The emulator of the sample differs from its program by 0.001.
  assert.is((await selfTest(plain, { ...plainVectors, program: null })).status, 1);
  const printed = await imported(plain, plainVectors);
  assert.is(printed.length, 24 * 7);
});

it("has the same GUID as long as the version is the same", async () => {
  const readGuid = async (exported: ExportedModel) => {
    const [, test] = await fmuFiles(exported, vectors);
    return /fmi2CoSimulation, "(\{[0-9a-f-]{36}\})"/.exec(String(test?.contents))?.[1];
  };
  const first = await readGuid(model);
  assert.type(first, "string");
  assert.is(await readGuid({ ...model, createdAt: "2026-11-24T12:00:00.000Z" }), first);
  assert.is.not(await readGuid({ ...model, version: "other" }), first);
});
