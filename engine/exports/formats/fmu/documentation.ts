/** `documentation/index.html` of an FMU. */
import type { ExportedModel } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import { xmlText } from "./xml.ts";

const COMPILER_FLAGS = "-std=c99 -O2 -DFMI2_OVERRIDE_FUNCTION_PREFIX -shared -fPIC";

export function documentation(model: ExportedModel): string {
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
