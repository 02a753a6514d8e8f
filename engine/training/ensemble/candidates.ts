/**
 * What every voice says of every target on the rows that it was not shown. A voice is a model, or as many as there are
 * folds, each of which was kept from other rows.
 */
import { everyRow, rowsWhere } from "../../dataset/table.ts";
import type { EmulatorFamily } from "../../models/emulator.ts";
import type { LearningData, Learnt, LearntModel, Opinion } from "../../models/fit-task.ts";
import { keptOutRows } from "../fit/folds.ts";
import { linearVoice } from "./linear-candidate.ts";

/** One of a model's outputs. */
export interface Speaker {
  /** The fold that it did not see; null for one that has a prediction of each row without that row. */
  fold: number | null;
  model: LearntModel;
  output: number;
}

export interface Voice {
  /** Of `LessonOf.voice`; voices of different targets may share it. */
  name: string;
  family: EmulatorFamily;
  /** By fold, ascending. None for the mean. */
  speakers: Speaker[];
  /** On the rows kept out (`Voices.rows`): what is said less the truth; NaN where nothing is said. */
  errors: Float64Array;
  /** Variance claimed on those rows; zeros where none is. */
  variances: Float64Array;
  /** How many of those rows it has said something of. */
  heard: number;
  meanSquare: number;
}

export interface Voices {
  /** The rows that some fold keeps out, ascending: indices into the learning rows. */
  rows: Int32Array;
  /** Of each of them, that fold. */
  foldOf: Uint8Array;
  /** Of one target, ordered by name. */
  of(target: number): Voice[];
  add(learnt: Learnt): void;
}

export function createVoices(data: LearningData): Voices {
  const { folds, foldCount, count, targets } = data;
  const rows = rowsWhere(count, (row) => (folds[row] ?? 0) < foldCount);
  const places = new Int32Array(count).fill(-1);
  rows.forEach((row, at) => {
    places[row] = at;
  });
  const byTarget = targets.map(() => new Map<string, Voice>());

  const voiceOf = (target: number, name: string, family: EmulatorFamily): Voice | undefined => {
    const voices = byTarget[target];
    const known = voices?.get(name);
    if (known !== undefined) return known;
    const made: Voice = {
      name,
      family,
      speakers: [],
      errors: new Float64Array(rows.length).fill(Number.NaN),
      variances: new Float64Array(rows.length),
      heard: 0,
      meanSquare: Number.POSITIVE_INFINITY,
    };
    voices?.set(name, made);
    return made;
  };

  const hear = (voice: Voice, target: number, { mean, variance }: Opinion, on: Int32Array): void => {
    const truth = targets[target];
    on.forEach((row, at) => {
      const place = places[row] ?? -1;
      if (place < 0) return;
      voice.errors[place] = (mean[at] ?? Number.NaN) - (truth?.[row] ?? 0);
      voice.variances[place] = variance[at] ?? 0;
    });
    let squares = 0;
    voice.heard = 0;
    for (const error of voice.errors) {
      // What is not a number was not said; what is infinite makes the voice worthless, as it should.
      if (Number.isNaN(error)) continue;
      voice.heard += 1;
      squares += error * error;
    }
    voice.meanSquare = voice.heard === 0 ? Number.POSITIVE_INFINITY : squares / voice.heard;
  };

  const all = everyRow(count);
  const none = new Float64Array(count);
  const line = linearVoice(data);
  targets.forEach((values, target) => {
    const ignorance = voiceOf(target, "mean", "mean");
    // Without the row itself, the mean of a centred target lies a little on the other side.
    const others = values.map((value) => (foldCount > 1 ? -value / Math.max(1, count - 1) : 0));
    if (ignorance !== undefined) hear(ignorance, target, { mean: others, variance: none }, all);
    const linear = line && voiceOf(target, "linear trend", "linear");
    const mean = line?.predictions[target];
    if (!line || !linear || mean === undefined) return;
    linear.speakers.push({ fold: null, model: { family: "network", model: line.model }, output: target });
    hear(linear, target, { mean, variance: none }, all);
  });

  return {
    rows,
    foldOf: Uint8Array.from(rows, (row) => folds[row] ?? 0),
    of: (target) => Array.from(byTarget[target]?.values() ?? []).sort((a, b) => (a.name < b.name ? -1 : 1)),
    add: ({ lesson, fitted, keptOut }) => {
      const on = lesson.fold === null ? all : keptOutRows(folds, lesson.fold);
      lesson.targets.forEach((target, output) => {
        const voice = voiceOf(target, lesson.voice, familyOf(fitted));
        const opinion = keptOut[output];
        if (voice === undefined || opinion === undefined) return;
        const others = voice.speakers.filter(({ fold }) => fold !== lesson.fold);
        voice.speakers = [...others, { fold: lesson.fold, model: fitted, output }].sort(
          (a, b) => (a.fold ?? 0) - (b.fold ?? 0),
        );
        hear(voice, target, opinion, on);
      });
    },
  };
}

function familyOf(fitted: LearntModel): EmulatorFamily {
  const straight = fitted.family === "network" && fitted.model.shape.hidden.length === 0;
  return straight ? "linear" : fitted.family;
}
