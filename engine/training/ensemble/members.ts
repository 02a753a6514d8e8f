/** The models of the voices chosen, each once, and who of them speaks for which target. */
import { everyRow, thinRows } from "../../dataset/table.ts";
import { type CommitteeTarget, createCommittee, hearingAt } from "../../models/ensemble/predictor.ts";
import type { LearningData, LearntModel } from "../../models/fit-task.ts";
import { inputsAt } from "../fit/fitted-rows.ts";
import type { Choice } from "./choice.ts";

/** Rows that the usual variance between the folds is found on. */
const SPREAD_ROWS = 500;

export interface Seats {
  models: LearntModel[];
  targets: CommitteeTarget[];
}

export function seatsOf(choices: readonly Choice[], learning: LearningData): Seats {
  const models: LearntModel[] = [];
  const places = new Map<LearntModel["model"], number>();
  const placeOf = (fitted: LearntModel): number => {
    const known = places.get(fitted.model);
    if (known !== undefined) return known;
    places.set(fitted.model, models.length);
    return models.push(fitted) - 1;
  };
  const targets = choices.map(({ chosen }) => {
    const knowing = chosen.filter(({ voice }) => voice.family === "gaussian-process");
    const known = knowing.reduce((sum, { weight }) => sum + weight, 0);
    const heard = chosen.filter(({ voice }) => voice.speakers.length > 0);
    return {
      voices: heard.map(({ voice, weight, say, shares }) => {
        const speakers = voice.speakers.filter((_, at) => (shares[at] ?? 0) > 0);
        return {
          weight,
          say,
          knows: voice.family === "gaussian-process" && known > 0 ? weight / known : 0,
          models: Int32Array.from(speakers, ({ model }) => placeOf(model)),
          outputs: Int32Array.from(speakers, ({ output }) => output),
          shares: shares.filter((share) => share > 0),
        };
      }),
      usualSpread: 0,
    };
  });
  return { models, targets: withUsualSpread(models, targets, learning) };
}

function withUsualSpread(
  models: readonly LearntModel[],
  targets: readonly CommitteeTarget[],
  learning: LearningData,
): CommitteeTarget[] {
  const rows = thinRows(everyRow(learning.count), SPREAD_ROWS);
  const committee = createCommittee(models, targets);
  const hearing = hearingAt(inputsAt(learning, rows), rows.length);
  return targets.map((target, at) => {
    // A voice of one model says the same in every fold.
    if (target.voices.every((voice) => voice.models.length === 1)) return target;
    const { spread } = committee.hear(at, hearing);
    return { ...target, usualSpread: spread.reduce((most, value) => Math.max(most, value), 0) };
  });
}
