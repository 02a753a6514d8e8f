import type { Learnt } from "../../models/fit-task.ts";
import type { Study, StudyState } from "./fitter.ts";

/** What is heard of a lesson, from whatever thread it is learnt on. */
export type Report =
  | {
      type: "going";
      id: number;
      /** Of the lesson, 0 .. 1. */
      done: number;
      /** To go on from; not in every report. */
      state: StudyState | null;
      /** What has been learnt so far; not in every report. */
      learnt: Learnt | null;
    }
  /** The lesson was stopped before its end. */
  | { type: "stopped"; id: number; done: number; state: StudyState; learnt: Learnt | null }
  | { type: "learnt"; id: number; learnt: Learnt }
  /** The lesson cannot be learnt. */
  | { type: "failed"; id: number; reason: string };

/** Milliseconds between two reports, and between two that carry the state. */
const REPORT_MS = 150;
const STATE_MS = 1000;
/** Of a lesson's time, at most this share goes into saying what was learnt so far. */
const SAYING_SHARE = 0.04;

/** Tells after each breath what is worth reporting. */
export function createReporter(id: number, study: Study, clock: () => number) {
  const started = clock();
  let reported = started;
  let stated = started;
  let nextSaying = started + STATE_MS;

  const say = (): Learnt | null => {
    const before = clock();
    const learnt = study.learnt();
    const after = clock();
    nextSaying = after + Math.max(STATE_MS, (after - before) / SAYING_SHARE);
    return learnt;
  };

  return {
    afterBreath: (): Report | null => {
      const now = clock();
      if (now - reported < REPORT_MS) return null;
      reported = now;
      const due = now - stated >= STATE_MS;
      if (due) stated = now;
      const state = due ? study.state() : null;
      return { type: "going", id, done: study.done(), state, learnt: now >= nextSaying ? say() : null };
    },
    /** All there is to say, whenever it was said last. */
    atStop: (): Report => ({
      type: "stopped",
      id,
      done: study.done(),
      state: study.state(),
      learnt: study.learnt(),
    }),
    atEnd: (): Report => {
      const learnt = study.learnt();
      return learnt === null
        ? { type: "failed", id, reason: "nothing came of it" }
        : { type: "learnt", id, learnt };
    },
  };
}
