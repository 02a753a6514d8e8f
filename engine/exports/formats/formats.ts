/** The formats that an emulator can be exported in: adding one is a line here and one in shared/domain/export-format.ts. */
import type { ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import type { ExportedFile, ExportedModel, TestVectors } from "../exported-model.ts";
import { cFiles } from "./c/c.ts";
import { fmuFiles } from "./fmu/fmu.ts";
import { javascriptFiles } from "./javascript/javascript.ts";
import { octaveFiles } from "./octave/octave.ts";
import { onnxFiles } from "./onnx/onnx.ts";
import { type PageParts, pageFiles } from "./page/page.ts";
import { pythonFiles } from "./python/python.ts";
import { spiceFiles } from "./spice/spice.ts";
import { verilogAFiles } from "./verilog-a/verilog-a.ts";

interface Format {
  /**
   * All files, the test vectors among them.
   * @param page what a web page consists of besides the model; null for all other formats
   * @throws UserError where the options do not fit the model
   */
  write: (
    model: ExportedModel,
    vectors: TestVectors,
    options: ExportOptions,
    page: PageParts | null,
  ) => readonly ExportedFile[] | Promise<readonly ExportedFile[]>;
  /** The end of the model's name, where the model is always a single file; else null. */
  suffix: string | null;
  /** The command that compares the file with its test vectors, in the folder of the files. */
  selfTest: (identifier: string) => string;
}

const inShell = () => "sh self-test.sh";
const inNode = (name: string) => `node ${name}.mjs`;

export const FORMAT_DEFINITIONS: Readonly<Record<ExportFormat, Format>> = {
  "verilog-a": {
    write: (model, vectors, { shape, clips }) => verilogAFiles(model, shape, vectors, clips),
    suffix: ".va",
    selfTest: inShell,
  },
  spice: {
    write: (model, vectors, { shape, clips }) => spiceFiles(model, shape, vectors, clips),
    suffix: ".sub",
    selfTest: inShell,
  },
  c: {
    write: cFiles,
    suffix: null,
    selfTest: (name) => `cc -O2 -o self-test self-test.c ${name}.c -lm && ./self-test`,
  },
  python: {
    write: pythonFiles,
    suffix: null,
    selfTest: (name) => `python3 ${name}.py`,
  },
  onnx: { write: onnxFiles, suffix: ".onnx", selfTest: () => "node self-test.cjs" },
  fmu: { write: fmuFiles, suffix: ".fmu", selfTest: inShell },
  matlab: {
    write: octaveFiles,
    suffix: null,
    selfTest: (name) => `octave-cli --eval "${name}('selftest')"`,
  },
  javascript: { write: javascriptFiles, suffix: ".mjs", selfTest: inNode },
  page: {
    write: (model, vectors, _options, page) => {
      if (page === null) throw new Error("A page needs more than its model.");
      return pageFiles(model, vectors, page);
    },
    suffix: ".html",
    selfTest: inNode,
  },
};
