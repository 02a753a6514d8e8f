/** An FMU 2.0 for co-simulation as C source, which the program that imports it compiles, or one command does. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { type ExportedFile, type ExportedModel, listParts, type TestVectors } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import { testVectorsFile } from "../../test-vectors.ts";
import { cFiles } from "../c/c.ts";
import { FUNCTION_DEFINITIONS } from "./functions-text.ts";
import { interfaceHeader, UNSUPPORTED_FUNCTIONS } from "./interface.ts";
import { modelDescription } from "./model-description.ts";
import { fmuSelfTest, fmuSelfTestScript } from "./self-test.ts";
import { xmlText } from "./xml.ts";

/** No identifier has a hyphen: the files of the emulator have other names. */
const FUNCTIONS_NAME = "co-simulation";

/** `<identifier>.fmu`, its self-test and the test vectors. */
export async function fmuFiles(model: ExportedModel, vectors: TestVectors): Promise<ExportedFile[]> {
  const { identifier } = model;
  const guid = makeGuid(model);
  const [header, source] = [`${FUNCTIONS_NAME}.h`, `${FUNCTIONS_NAME}.c`];
  const includedNames = [`${identifier}.h`, `${identifier}.c`];
  const sources = [
    ...cFiles(model, vectors).filter(({ name }) => includedNames.includes(name)),
    { name: header, contents: interfaceHeader(identifier) },
    { name: source, contents: functionsSource(model, guid, header) },
  ];
  const contents = await zipped(model, [
    {
      name: "modelDescription.xml",
      contents: modelDescription(model, guid, [`${identifier}.c`, source]),
    },
    ...sources.map((file) => ({ ...file, name: `sources/${file.name}` })),
    { name: "documentation/index.html", contents: documentation(model) },
  ]);
  return [
    { name: `${identifier}.fmu`, contents },
    { name: "self-test.c", contents: fmuSelfTest(model, vectors, guid, header) },
    { name: "self-test.sh", contents: fmuSelfTestScript(identifier) },
    testVectorsFile(model, vectors),
  ];
}

/** The same of the same version: what ties the description to the source. */
function makeGuid({ identifier, jobId, version, hasBounds, fidelity }: ExportedModel): string {
  const facts = JSON.stringify([identifier, jobId, version, hasBounds, fidelity]);
  const digits = createHash("sha256").update(facts).digest("hex");
  return `{${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5")}}`;
}

function zipped({ createdAt }: ExportedModel, files: readonly ExportedFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: new Date(createdAt), mode: 0o100644 };
  for (const { name, contents } of files) zip.addBuffer(Buffer.from(contents), name, options);
  zip.end();
  return buffer(zip.outputStream);
}

/** `documentation/index.html` of an FMU. */
const COMPILER_FLAGS = "-std=c99 -O2 -DFMI2_OVERRIDE_FUNCTION_PREFIX -shared -fPIC";

function documentation(model: ExportedModel): string {
  const { identifier, title } = model;
  const lines = headerLines(model).map((line) => `${/^ */.exec(line)?.[0] ?? ""}${xmlText(line)}`);
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"/><title>${xmlText(title)}</title></head>
<body>
<pre>
${lines.join("\n")}
</pre>
<p>The outputs depend only on the present inputs, not on the time. A category is an enumeration whose values begin at 0.${
    model.hasBounds
      ? " The 95% bounds of an output are <code>lower.</code> and <code>upper.</code> of its name."
      : ""
  }</p>
<p>The model is C99 source in <code>sources/</code>. If the importing program does not compile it, these
commands build the library that it needs, in the unpacked FMU (Linux, 64 bits):</p>
<pre>
mkdir -p binaries/linux64
cc ${COMPILER_FLAGS} -o binaries/linux64/${identifier}.so sources/*.c -lm
</pre>
</body>
</html>
`;
}

/** @param header the name of the file that declares the functions */
function functionsSource(model: ExportedModel, guid: string, header: string): string {
  const { identifier, inputs, hasBounds } = model;
  const prefix = identifier.toUpperCase();
  const levels = inputs.map((input) => (input.kind === "categorical" ? input.levels.length : 0));
  const bounds = ["MEANS", "2 * MEANS"].map((at) => `count > MEANS ? results + ${at} : NULL`);
  const call = `${identifier}_predict_in(scratch, x, results${hasBounds ? `,\n        ${bounds.join(", ")}` : ""});`;
  return `#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "${header}"
#include "${identifier}.h"

#define GUID "${guid}"
#define INPUTS ${prefix}_INPUTS
#define MEANS ${prefix}_VALUES
#define RESULTS (${listParts(model).length} * MEANS)
#define SCRATCH ${prefix}_SCRATCH
#define initial ${identifier}_input_initial

/* Of each input; 0 where it is a number. */
static const int levels[INPUTS] = {${levels.join(", ")}};

static void predict(double *scratch, const double *x, double *results, size_t count)
{
    ${hasBounds ? "" : "(void)count;\n    "}${call}
}

${FUNCTION_DEFINITIONS}

${UNSUPPORTED_FUNCTIONS}
`;
}
