import type { EmulatorInput, EmulatorOutput } from "@understudy/engine/models/emulator.ts";
import type { EmulatorDescription } from "@understudy/engine/prediction/prediction.ts";
import { allValidationRows, countValidationRows } from "@understudy/engine/runner/child/accuracy.ts";
import type {
  EmulatorReport,
  OutputPoints,
  OutputTrust,
  TrainedInput,
} from "@understudy/shared/api/emulator-report.ts";
import { verdictOf, worstVerdict } from "@understudy/shared/domain/verdict.ts";
import { finite } from "./prediction.ts";

/**
 * Presents the description of an emulator besides its predictions.
 * @param description null while the emulator is still being read
 * @param isProvisional its training is not over: it may be fitted to a part of the training rows
 */
export function presentReport(
  emulator_version: number,
  description: EmulatorDescription | null,
  isProvisional = false,
): EmulatorReport {
  if (description === null)
    return {
      status: "loading",
      emulator_version,
      training_rows: 0,
      validation_rows: 0,
      verdict: null,
      inputs: [],
      outputs: [],
    };
  const { inputs, outputs } = description;
  const allTrainingRows = (inputs[0]?.counts ?? []).reduce((sum, count) => sum + count, 0);
  const trusts = outputs.map((output) => presentTrust(output, allTrainingRows));
  const fittedRows = Math.max(0, ...trusts.map(({ training_rows }) => training_rows));
  return {
    status: "ready",
    emulator_version,
    training_rows: isProvisional ? fittedRows : allTrainingRows,
    validation_rows: allValidationRows(outputs),
    verdict: worstVerdict(trusts.map(({ verdict }) => verdict)),
    inputs: inputs.map(presentInput),
    outputs: trusts,
  };
}

function presentInput(input: EmulatorInput): TrainedInput {
  const { name, used: is_used, counts } = input;
  if (input.kind === "categorical") {
    const levels = input.levels.map((value, code) => ({ value, count: counts[code] ?? 0 }));
    return { name, is_used, histogram: null, levels, followers: [] };
  }
  const { minimum, maximum } = input;
  const edge = (at: number): number => {
    const share = at / counts.length;
    // Not from the width, which may be more than a number holds; both ends exact.
    return share === 1 ? maximum : minimum * (1 - share) + maximum * share;
  };
  const edges = Array.from({ length: counts.length + 1 }, (_, at) => edge(at));
  const followers = input.followers.map(({ name: follower, knots, values }) => ({
    name: follower,
    knots: Array.from(knots),
    values: Array.from(values),
  }));
  return { name, is_used, histogram: { edges, counts: [...counts] }, levels: null, followers };
}

/** @param allTrainingRows of the emulator, which stand for those of an output in files from before they were counted */
function presentTrust(output: EmulatorOutput, allTrainingRows: number): OutputTrust {
  const rows = countValidationRows(output);
  const { calibration, learningCurve, logAccuracy } = output;
  const findings = [...output.findings];
  return {
    name: output.name,
    verdict: verdictOf(
      {
        coefficient_of_determination: output.coefficientOfDetermination,
        coverage: output.coverage,
        findings,
      },
      rows,
    ),
    coefficient_of_determination: output.coefficientOfDetermination,
    findings,
    log_accuracy: logAccuracy && {
      coefficient_of_determination: logAccuracy.coefficientOfDetermination,
      values: logAccuracy.values,
      left_out: logAccuracy.leftOut,
    },
    validation_method: output.validationMethod,
    training_rows: output.rowCounts?.training ?? allTrainingRows,
    validation_rows: rows,
    validation_values: output.validationValues,
    values_inside: Math.round(output.coverage * output.validationValues),
    calibration: {
      expected: Array.from(calibration.expected),
      observed: Array.from(calibration.observed),
      mean_absolute_error: calibration.meanAbsoluteError,
    },
    joint_band: output.jointBand,
    families: output.families.map(({ family, weight, coefficientOfDetermination }) => ({
      family,
      weight,
      coefficient_of_determination: coefficientOfDetermination,
    })),
    reason: output.reason,
    suspicious: output.suspicious && {
      // The header is row 1.
      rows: Array.from(output.suspicious.rows, (row) => row + 2),
      checked_rows: output.suspicious.checkedRows,
    },
    learning_curve:
      learningCurve === null
        ? null
        : {
            rows: Array.from(learningCurve.rows),
            coefficients_of_determination: Array.from(learningCurve.coefficientsOfDetermination),
          },
  };
}

/** @param output null while the emulator is being read */
export function presentOutputPoints(emulator_version: number, output: EmulatorOutput | null): OutputPoints {
  const logCoefficients = output?.logAccuracy?.coefficientsOfDetermination ?? null;
  return {
    status: output === null ? "loading" : "ready",
    emulator_version,
    coordinate_values: Array.from(output?.knots ?? []),
    spread: output?.spread ? Array.from(output.spread) : null,
    log_coefficients_of_determination: logCoefficients && finite(logCoefficients),
  };
}
