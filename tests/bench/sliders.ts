/**
 * People who move sliders, each on an emulator page of their own. What is modelled: all of them drag one slider at the same
 * time and without a pause, at a steady 15 moves a second (a hundred steps in seven seconds), and the page asks what the job
 * page asks, by its own code: the outputs where the sliders stand, curves at the points of a plot of 1,000 pixels, and, where
 * the scalar plot is drawn over another parameter, its curve of 102 points; one question of each kind at a time, the newest
 * of those that had to wait. What is not: drawing, which slows a browser's questions, and the network.
 */

import { plotPoints } from "@understudy/client/plots/model/ranges.ts";
import { emulatedOutputs } from "@understudy/client/predictions/curves.ts";
import { latest } from "@understudy/client/predictions/latest.ts";
import {
  createParameters,
  type Parameter,
  startPoint,
  sweepValues,
  valueAt,
} from "@understudy/client/predictions/parameters.ts";
import { createSamplePoints } from "@understudy/client/predictions/sample-points.ts";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import { SLIDER_STEPS } from "@understudy/shared/limits.ts";
import type { Caller } from "../support/api/caller.ts";
import { eventually } from "../support/waiting.ts";
import { createAsker, type Took } from "./page-client.ts";

/** Milliseconds from one move to the next. */
const PACE_MS = 66;
const PLOT_PIXELS = 1_000;
const STEPS_A_MOVE = 1;

type Slider = Extract<Parameter, { kind: "slider" }>;

export interface SliderPage {
  id: number;
  sliders: readonly Slider[];
  start: InputPoint;
  outputs: readonly string[];
  coordinates: Readonly<Record<string, readonly number[]>>;
  /** The output and the slider of the scalar plot. */
  sweep: { output: string; over: Slider } | null;
}

/** The time that every answer took, by what was asked. */
export interface Answers {
  point: Took[];
  sweep: Took[];
  /** The number of moves of the sliders; those whose question was overtaken by a newer one are among them. */
  moves: number;
}

/** The page of a job once its emulator is in the server's memory, as it opens. */
export async function openPage(caller: Caller, job_id: number): Promise<SliderPage> {
  await eventually(
    `the emulator of job ${job_id} is loaded`,
    async () => (await caller.call("predict", { params: { job_id }, body: {} })).status === "ready",
    60_000,
  );
  const config = await caller.call("getJobConfig", { params: { job_id } });
  const parameters = createParameters(config);
  const sliders = parameters.filter((parameter) => parameter.kind === "slider");
  const { scalars, vectors } = emulatedOutputs(config);
  const curves = vectors.slice(0, 1);
  const [scalar] = scalars;
  const [over] = sliders;
  return {
    id: job_id,
    sliders,
    start: startPoint(parameters),
    outputs: [...scalars, ...curves].map(({ name }) => name),
    coordinates: createSamplePoints(config, curves, plotPoints(PLOT_PIXELS)).coordinates,
    sweep: scalar === undefined || over === undefined ? null : { output: scalar.name, over },
  };
}

/** @param people One a person; they share the pages, each moving another slider. */
export async function moveSliders(
  people: readonly Caller[],
  pages: readonly SliderPage[],
  seconds: number,
): Promise<Answers> {
  const all = await Promise.all(
    people.map((person, at) => {
      const page = pages[at % pages.length];
      if (page === undefined) throw new Error("nobody has a page");
      return moveOne(person, page, at, seconds);
    }),
  );
  return {
    point: all.flatMap(({ point }) => point),
    sweep: all.flatMap(({ sweep }) => sweep),
    moves: all.reduce((sum, { moves }) => sum + moves, 0),
  };
}

async function moveOne(person: Caller, page: SliderPage, at: number, seconds: number): Promise<Answers> {
  const { sliders, outputs, coordinates, sweep } = page;
  const slider = sliders[at % sliders.length];
  if (slider === undefined) throw new Error(`job ${page.id} has no slider`);
  const answers: Answers = { point: [], sweep: [], moves: 0 };
  const failures: unknown[] = [];
  const questions = (times: Took[]) => {
    const ask = createAsker(person, page.id);
    return latest<string, Took>({
      ask: (body) => ask(body),
      take: (took) => times.push(took),
      fail: (failure) => failure !== null && failures.push(failure),
    });
  };
  const points = questions(answers.point);
  const sweeps = questions(answers.sweep);
  await pause(at * 7);
  const begun = performance.now();
  for (; performance.now() < begun + seconds * 1000; answers.moves++) {
    const step = (at * 17 + answers.moves * STEPS_A_MOVE) % (SLIDER_STEPS + 1);
    const point = { ...page.start, [slider.name]: valueAt(slider, step) };
    points.ask(JSON.stringify({ inputs: point, outputs, coordinates }));
    if (sweep !== null && sweep.over !== slider) {
      const here = Number(point[sweep.over.name]);
      const values = [here, ...sweepValues(sweep.over)];
      const inputs_list = values.map((value) => ({ ...point, [sweep.over.name]: value }));
      sweeps.ask(JSON.stringify({ inputs_list, outputs: [sweep.output] }));
    }
    await pause(begun + (answers.moves + 1) * PACE_MS - performance.now());
  }
  points.end();
  sweeps.end();
  if (failures.length > 0) throw failures[0];
  return answers;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
