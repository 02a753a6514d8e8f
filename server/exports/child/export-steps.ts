/** The progress of an export: its step, the share that is done, and the longest that it still takes. */
import type { ExportStep } from "@understudy/shared/api/emulator-export.ts";
import type { ExportProgress } from "../messages.ts";

export type StepName = ExportStep["name"];

/** The usual times of the steps, in proportion to each other. */
const STEP_WEIGHTS: Readonly<Record<StepName, number>> = {
  read: 5,
  predict: 15,
  fit: 60,
  compare: 15,
  write: 5,
};
/** Steps that have not begun are counted with so many milliseconds: writing hundreds of megabytes takes no longer. */
const ALLOWANCES_MS: Readonly<Partial<Record<StepName, number>>> = { compare: 6_000, write: 4_000 };

export interface Work {
  /** The part of the step that is done, 0 .. 1. */
  share: number;
  /** Milliseconds until the step ends at the latest; null: not known. */
  remainingMs: number | null;
  text: string;
}

export class ExportSteps {
  readonly #send: (progress: ExportProgress) => void;
  readonly #clock: () => number;
  #names: readonly StepName[] = ["read"];
  #isPlanned = false;
  #name: StepName = "read";
  #progress = 0;
  /** By the clock: when all is done at the latest, as it was last said. */
  #end: number | null = null;

  /** @param clock milliseconds */
  constructor(send: (progress: ExportProgress) => void, clock: () => number = () => performance.now()) {
    this.#send = send;
    this.#clock = clock;
  }

  /** Says which steps there are, once the emulator has been read. */
  plan(names: readonly StepName[]): void {
    this.#names = names;
    this.#isPlanned = true;
  }

  begin(name: StepName, text: string): void {
    this.report(name, { share: 0, remainingMs: null, text });
  }

  /**
   * The share that is reported never falls, and the end never moves away.
   * @throws RangeError of a step that was not planned
   */
  report(name: StepName, { share, remainingMs, text }: Work): void {
    const at = this.#names.indexOf(name);
    if (at < 0) throw new RangeError(`The export has no step ${name}.`);
    this.#name = name;
    this.#progress = Math.max(this.#progress, this.#shareDone(at, share));
    this.#send({
      progress: this.#progress,
      text,
      step: { name, number: at + 1, count: this.#isPlanned ? this.#names.length : null, share },
      remaining_seconds: this.#remainingSeconds(at, remainingMs),
    });
  }

  #shareDone(at: number, share: number): number {
    if (!this.#isPlanned) return 0;
    const weights = this.#names.map((name) => STEP_WEIGHTS[name]);
    const sum = (of: readonly number[]): number => of.reduce((total, weight) => total + weight, 0);
    return (sum(weights.slice(0, at)) + share * (weights[at] ?? 0)) / sum(weights);
  }

  /** Null until it is known of this step, or of one before it. */
  #remainingSeconds(at: number, remainingMs: number | null): number | null {
    const now = this.#clock();
    const ofStep = remainingMs ?? (this.#end === null ? null : (ALLOWANCES_MS[this.#name] ?? null));
    if (ofStep !== null) {
      const later = this.#names.slice(at + 1).reduce((sum, name) => sum + (ALLOWANCES_MS[name] ?? 0), 0);
      this.#end = Math.min(this.#end ?? Number.POSITIVE_INFINITY, now + ofStep + later);
    }
    return this.#end === null ? null : Math.max(0, Math.ceil((this.#end - now) / 1000));
  }
}
