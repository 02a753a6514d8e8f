import type { InputPoint, OutputPrediction, OutsideTraining } from "@understudy/shared/api/emulator.ts";
import type { CurveBand } from "@understudy/shared/domain/curve-band.ts";
import { RETRY_MS } from "@understudy/shared/limits.ts";
import { call } from "#api/call.ts";
import { single } from "#data/store.ts";
import type { Draw } from "./drawing.ts";
import { type Fail, latest } from "./latest.ts";
import { createOutsideTraining, INSIDE_TRAINING } from "./outside-training.ts";
import { resample, type SamplePoints } from "./sample-points.ts";

export type Prediction = {
  readonly point: InputPoint;
  readonly outputs: Readonly<Record<string, OutputPrediction>>;
  readonly outside: OutsideTraining;
};

type Question = SamplePoints & {
  readonly point: InputPoint;
  readonly outputs: readonly string[];
  readonly band: CurveBand;
};

/** The emulator's prediction at the sliders' point. */
export function createPointPrediction(
  jobId: number,
  { onAnswer, fail, draw }: { onAnswer: (answer: Prediction) => void; fail: Fail; draw: Draw },
) {
  const prediction = single<Prediction | null>(null);
  const outside = createOutsideTraining();
  const accuracies = single<Accuracies>({});
  let accuracyTimer: ReturnType<typeof setTimeout> | undefined;
  let last: Question | null = null;
  const setAccuracies = ({ outputs }: Prediction): void => {
    const current = accuracies.get();
    const next = extractAccuracies(outputs);
    if (!areSameAccuracies(current, next)) accuracies.set(next);
  };

  const requests = latest<Question, Prediction>({
    ask: async ({ point, outputs, band, coordinates, samples }, signal) => {
      const body = { inputs: point, outputs: [...outputs], coordinates: { ...coordinates }, band };
      const answer = await call("predict", { params: { job_id: jobId }, body, signal });
      if (answer.status !== "ready") return null;
      return {
        point,
        outputs: resample(answer.outputs, samples),
        outside: answer.outside ?? INSIDE_TRAINING,
      };
    },
    take: (answer) => {
      draw(() => {
        prediction.set(answer);
        outside.set(answer.outside);
        setAccuracies(answer);
        onAnswer(answer);
      });
      clearTimeout(accuracyTimer);
      if (lacksAccuracy(answer)) accuracyTimer = setTimeout(() => last && requests.ask(last), RETRY_MS);
    },
    fail,
  });

  return {
    /** Returns null while there is no answer for this very point. */
    at: (point: InputPoint): Prediction | null => {
      const current = prediction.get();
      return current?.point === point ? current : null;
    },
    hooks: {
      usePrediction: prediction.useValue,
      useAccuracies: accuracies.useValue,
      useOutside: outside.useAll,
      useInputIsOutside: outside.useInput,
    },
    ask: (question: Question): void => {
      if (question.outputs.length === 0) return;
      last = question;
      requests.ask(question);
    },
    isAsking: requests.isAsking,
    end: (): void => {
      clearTimeout(accuracyTimer);
      requests.end();
    },
  };
}

/** Right after a training the accuracies follow a little later than the emulator. */
const lacksAccuracy = ({ outputs }: Prediction): boolean =>
  Object.values(outputs).some((output) => output.coefficients_of_determination.length === 0);

/** The coefficients of determination of each output, and the values of its coordinate at which they apply. */
type Accuracies = Readonly<
  Record<string, Pick<OutputPrediction, "coefficients_of_determination" | "coordinate_values">>
>;

/** The accuracies in an answer. They change with the emulator, and not from one slider's step to the next. */
const extractAccuracies = (outputs: Readonly<Record<string, OutputPrediction>>): Accuracies =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, { coefficients_of_determination, coordinate_values }]) => [
      name,
      { coefficients_of_determination, coordinate_values },
    ]),
  );

type Numbers = readonly (number | null)[] | null | undefined;

/** Item by item: texts of thousands of numbers would cost more than what they save. */
const areSame = (first: Numbers, second: Numbers): boolean =>
  first === second ||
  (first != null &&
    second != null &&
    first.length === second.length &&
    first.every((value, at) => value === second[at]));

export function areSameAccuracies(first: Accuracies, second: Accuracies): boolean {
  const names = Object.keys(second);
  return (
    names.length === Object.keys(first).length &&
    names.every(
      (name) =>
        areSame(first[name]?.coefficients_of_determination, second[name]?.coefficients_of_determination) &&
        areSame(first[name]?.coordinate_values, second[name]?.coordinate_values),
    )
  );
}
