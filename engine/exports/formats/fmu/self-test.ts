/** The program that compares an FMU with `test-vectors.csv` through its own functions, and the script that builds it. */
import { type ExportedModel, listParts, type TestVectors } from "../../exported-model.ts";
import { chooseTolerance, computeRanges, TEST_VECTORS_NAME } from "../../test-vectors.ts";
import { asciiLine } from "../../user-text.ts";
import { SELF_TEST_FUNCTIONS } from "../c/self-test-text.ts";
import { cNumber, cString } from "../c/text.ts";

export const fmuSelfTestScript = (identifier: string): string => `#!/bin/sh
# Compiles the FMU's source and compares it with ${TEST_VECTORS_NAME}; needs Python, which unpacks it, and a C compiler.
set -eu
cd "$(dirname "$0")"
rm -rf self-test.fmu
python3 -m zipfile -e ${identifier}.fmu self-test.fmu
\${CC:-cc} -std=c99 -O2 -DFMI2_OVERRIDE_FUNCTION_PREFIX -Iself-test.fmu/sources -o self-test self-test.c self-test.fmu/sources/*.c -lm
./self-test
`;

export function fmuSelfTest(
  model: ExportedModel,
  vectors: TestVectors,
  guid: string,
  header: string,
): string {
  const { inputs, outputs } = model;
  const parts = listParts(model).length;
  const values = outputs.reduce((sum, { size }) => sum + size, 0);
  const width = inputs.length + parts * values * (vectors.program === null ? 1 : 2);
  const levels = inputs.map(({ kind }) => (kind === "categorical" ? 1 : 0));
  return `#include <stdio.h>
#include "${header}"

#define INPUTS ${inputs.length}
#define OUTPUTS ${outputs.length}
#define PARTS ${parts}
#define VALUES ${values}
#define COLUMNS ${width}
#define TOLERANCE ${chooseTolerance(vectors)}

static const int is_category[INPUTS] = {${levels.join(", ")}};
static const char *const names[OUTPUTS] = {${outputs.map(({ name }) => cString(asciiLine(name))).join(", ")}};
static const int sizes[OUTPUTS] = {${outputs.map(({ size }) => size).join(", ")}};
static const double ranges[OUTPUTS] = {${computeRanges(vectors).map(cNumber).join(", ")}};
static double line[COLUMNS];
static double results[PARTS * VALUES];

${SELF_TEST_FUNCTIONS}

${STEP_FUNCTION}

int main(int argc, char **argv)
{
    double largest[OUTPUTS] = {0.0};
    int points = 0, has_passed = 1, state, output, part, k;
    const char *name = argc > 1 ? argv[1] : "${TEST_VECTORS_NAME}";
    FILE *file = fopen(name, "rb");
    fmi2Component fmu = fmi2Instantiate("self-test", fmi2CoSimulation, "${guid}", "", NULL, 0, 0);
    if (file == NULL || fmu == NULL) {
        printf("%s\\n", file == NULL ? "The test vectors cannot be read." : "The FMU does not start.");
        return 1;
    }
${COMPARISON_STATEMENTS}
`;
}

/** Sets the inputs, does a step and gets the outputs. */
const STEP_FUNCTION = `static int step(fmi2Component fmu)
{
    fmi2ValueReference reference;
    for (reference = 0; reference < INPUTS; reference++) {
        int level = (int)line[reference];
        fmi2Status status = is_category[reference] ? fmi2SetInteger(fmu, &reference, 1, &level)
                                                   : fmi2SetReal(fmu, &reference, 1, &line[reference]);
        if (status != fmi2OK) return 0;
    }
    if (fmi2DoStep(fmu, 0.0, 1.0, 1) != fmi2OK) return 0;
    for (reference = INPUTS; reference < INPUTS + PARTS * VALUES; reference++)
        if (fmi2GetReal(fmu, &reference, 1, &results[reference - INPUTS]) != fmi2OK) return 0;
    return 1;
}`;

const COMPARISON_STATEMENTS = `    skip_names(file);
    while ((state = read_line(file, line, COLUMNS)) == 1) {
        /* The last columns are what the results must equal. */
        const double *wanted = line + COLUMNS - PARTS * VALUES;
        int at = 0;
        if (!step(fmu)) {
            printf("The FMU refuses a point.\\n");
            return 1;
        }
        points++;
        for (output = 0; output < OUTPUTS; output++) {
            for (part = 0; part < PARTS; part++) {
                for (k = 0; k < sizes[output]; k++) {
                    double difference = difference_of(results[part * VALUES + at + k], *wanted++, ranges[output]);
                    /* Not a number stays: nothing is larger than it. */
                    if (difference != difference || difference > largest[output]) largest[output] = difference;
                }
            }
            at += sizes[output];
        }
    }
    fclose(file);
    fmi2FreeInstance(fmu);
    if (state < 0 || points == 0) {
        printf("%s does not belong to this FMU.\\n", name);
        return 1;
    }
    for (output = 0; output < OUTPUTS; output++) {
        int holds = largest[output] <= TOLERANCE;
        if (!holds) has_passed = 0;
        printf("%s: largest difference %.3g of its range%s\\n", names[output], largest[output], holds ? "" : ", too much");
    }
    printf("%d points, %g of the range allowed: %s\\n", points, TOLERANCE, has_passed ? "passed" : "FAILED");
    return has_passed ? 0 : 1;
}`;
