/** The formats that an emulator can be exported in: adding one is a line here and one in shared/domain/export-format.ts. */
import type { ExportFormat, ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ExportedFile, ExportedModel, TestVectors } from "../exported-model.ts";
import { testVectorsFile } from "../test-vectors.ts";
import { cFiles } from "./c/c.ts";
import { pythonFiles } from "./python/python.ts";
import { spiceFiles } from "./spice/spice.ts";
import { verilogAFiles } from "./verilog-a/verilog-a.ts";

interface Format {
  /** Written number by number: an emulator that is not small is exported as a network. */
  isScalar: boolean;
  write: (
    model: ExportedModel,
    vectors: TestVectors,
    options: ExportOptions,
  ) => readonly ExportedFile[] | Promise<readonly ExportedFile[]>;
  /** The command that compares the file with its test vectors, in the folder of the files. */
  selfTest: (identifier: string) => string;
}

const inShell = () => "sh self-test.sh";

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  "verilog-a": {
    isScalar: true,
    write: (model, vectors, { shape }) => verilogAFiles(model, shape, vectors),
    selfTest: inShell,
  },
  spice: {
    isScalar: true,
    write: (model, vectors, { shape }) => spiceFiles(model, shape, vectors),
    selfTest: inShell,
  },
  c: {
    isScalar: false,
    write: cFiles,
    selfTest: (name) => `cc -O2 -o self-test self-test.c ${name}.c -lm && ./self-test`,
  },
  python: { isScalar: false, write: pythonFiles, selfTest: (name) => `python3 ${name}.py` },
};

/** All files of a format, the test vectors among them. @throws UserError where the options do not fit the model */
export async function exportedFiles(
  format: ExportFormat,
  model: ExportedModel,
  vectors: TestVectors,
  options: ExportOptions,
): Promise<readonly ExportedFile[]> {
  const files = await FORMATS[format].write(model, vectors, options);
  const own = testVectorsFile(model, vectors);
  return files.some(({ name }) => name === own.name) ? files : [...files, own];
}
