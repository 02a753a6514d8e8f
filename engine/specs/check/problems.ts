/** Problems of a spec's files, each with the place where it can be fixed. */

import { MAX_VALIDATION_ERRORS } from "@understudy/shared/limits.ts";
import { createNearest, type nearest } from "../expressions/nearest.ts";

/** Keys and indices from the top of spec.json: `["variables", 3, "default_min"]`. */
export type Place = readonly (string | number)[];

export type SpecProblem = {
  readonly file: string;
  /** Within spec.json, as `variables[3].default_min`; otherwise empty. */
  readonly path: string;
  /** A clause about what stands there, without a full stop. */
  readonly message: string;
  /** From 1; null where no line can be named. */
  readonly line: number | null;
};

/** Takes the problems of one part of the manifest. */
export type Report = {
  add(place: Place, message: string): void;
  /** The same report for what lies below `place`. */
  at(...place: Place): Report;
  /** See `nearest`; the suggestions of one check are limited. */
  readonly nearest: Nearest;
};

export type Nearest = typeof nearest;
const MAX_SUGGESTIONS = 20;

/** The first problems, up to a limit, and how many there are in all. */
export type ProblemList<T> = { add(problem: T): void; readonly listed: readonly T[]; readonly count: number };

export function createProblemList<T>(): ProblemList<T> {
  const listed: T[] = [];
  let count = 0;
  return {
    add: (problem) => {
      if (++count <= MAX_VALIDATION_ERRORS) listed.push(problem);
    },
    listed,
    get count() {
      return count;
    },
  };
}

export function createReport(
  problems: Pick<ProblemList<{ place: Place; message: string }>, "add">,
  below: Place = [],
  suggest: Nearest = createNearest(MAX_SUGGESTIONS),
): Report {
  return {
    add: (place, message) => problems.add({ place: [...below, ...place], message }),
    at: (...place) => createReport(problems, [...below, ...place], suggest),
    nearest: suggest,
  };
}

export const placeText = (place: Place): string =>
  place.map((key, i) => (typeof key === "number" ? `[${key}]` : i === 0 ? key : `.${key}`)).join("");

const MAX_QUOTED = 60;

/** A value of the manifest inside a sentence, cut to a readable length. */
export function quotedValue(value: unknown): string {
  const text = (typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing")).replace(
    /\s+/g,
    " ",
  );
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** `a, b or c`. */
export function alternatives(names: readonly (string | number)[], last = "or"): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}
