/** The C source of the functions of an FMU, around the C export's own function. */
import { type ExportedModel, listParts } from "../../exported-model.ts";
import { FUNCTION_DEFINITIONS } from "./functions-text.ts";
import { UNSUPPORTED_FUNCTIONS } from "./interface.ts";

/** @param header the name of the file that declares the functions */
export function functionsSource(model: ExportedModel, guid: string, header: string): string {
  const { identifier, inputs, hasBounds } = model;
  const prefix = identifier.toUpperCase();
  const levels = inputs.map((input) => (input.kind === "categorical" ? input.levels.length : 0));
  const bounds = ["MEANS", "2 * MEANS"].map((at) => `wanted > MEANS ? results + ${at} : NULL`);
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

static void predict(double *scratch, const double *x, double *results, size_t wanted)
{
    ${hasBounds ? "" : "(void)wanted;\n    "}${call}
}

${FUNCTION_DEFINITIONS}

${UNSUPPORTED_FUNCTIONS}
`;
}
