/** The program that compares a C file with `test-vectors.csv`. */
import type { ExportedModel, TestVectors } from "../../exported-model.ts";
import { chooseTolerance, computeRanges, TEST_VECTORS_NAME } from "../../test-vectors.ts";
import type { Names } from "./header.ts";
import { SELF_TEST_FUNCTIONS } from "./self-test-text.ts";
import { cNumber } from "./text.ts";

export function writeSelfTest(model: ExportedModel, vectors: TestVectors, names: Names): string {
  const { identifier, hasBounds, outputs } = model;
  const { prefix } = names;
  const parts = hasBounds ? 3 : 1;
  const blocks = vectors.program === null ? 1 : 2;
  const width = model.inputs.length + parts * names.values * blocks;
  const results = hasBounds ? "results, results + VALUES, results + 2 * VALUES" : "results";
  const call = names.isOnStack
    ? `${identifier}_predict(line, ${results});`
    : `${identifier}_predict_in(scratch, line, ${results});`;
  return `/*
 * Compares with ${TEST_VECTORS_NAME}:
 *     cc -O2 -o self-test self-test.c ${identifier}.c -lm && ./self-test
 */
#include <stdio.h>
#include "${identifier}.h"

#define VALUES ${prefix}_VALUES
#define PARTS ${parts}
#define COLUMNS ${width}
/* The columns that the results must equal. */
#define FIRST ${width - parts * names.values}
#define TOLERANCE ${chooseTolerance(vectors)}

static const double ranges[${outputs.length}] = {${computeRanges(vectors).map(cNumber).join(", ")}};
static double line[COLUMNS];
static double results[PARTS * VALUES];
${names.isOnStack ? "" : `static double scratch[${prefix}_SCRATCH];\n`}
${SELF_TEST_FUNCTIONS}

int main(int argc, char **argv)
{
    double largest[${outputs.length}] = {0.0};
    int points = 0, has_passed = 1, state, output, part, k;
    const char *name = argc > 1 ? argv[1] : "${TEST_VECTORS_NAME}";
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        printf("%s cannot be read.\\n", name);
        return 1;
    }
    skip_names(file);
    while ((state = read_line(file, line, COLUMNS)) == 1) {
        const double *wanted = line + FIRST;
        ${call}
        points++;
        for (output = 0; output < ${prefix}_OUTPUTS; output++) {
            for (part = 0; part < PARTS; part++) {
                const double *own = results + part * VALUES + ${identifier}_output_offsets[output];
                for (k = 0; k < ${identifier}_output_sizes[output]; k++) {
                    double difference = difference_of(own[k], *wanted++, ranges[output]);
                    /* Not a number stays: nothing is larger than it. */
                    if (difference != difference || difference > largest[output]) largest[output] = difference;
                }
            }
        }
    }
    fclose(file);
    if (state < 0 || points == 0) {
        printf("%s does not belong to this program.\\n", name);
        return 1;
    }
    for (output = 0; output < ${prefix}_OUTPUTS; output++) {
        int holds = largest[output] <= TOLERANCE;
        if (!holds) has_passed = 0;
        printf("%s: largest difference %.3g of its range%s\\n", ${identifier}_output_names[output], largest[output],
               holds ? "" : ", too much");
    }
    printf("%d points, %g of the range allowed: %s\\n", points, TOLERANCE, has_passed ? "passed" : "FAILED");
    return has_passed ? 0 : 1;
}
`;
}
