/** Looks for angles that wrap: values that jump from one end of a turn to the other. */

/** Fewer values fill no turn by chance. */
const MIN_VALUES = 20;
/** The share of a turn that single values must fill, and the one that a curve must jump over from a point to the next. */
const [MIN_FILLED, MIN_JUMP] = [0.9, 0.75];
/** Programs print a few digits: 180.0001 is half a turn. */
const TURN_TOLERANCE = 1e-3;
const ANGLE_NAME = /phase|angle|theta|(?:^|[^a-z])(?:phi|ang|arg|deg|rad|pha?)(?![a-z])|[°∠]/i;

/** @param label name and unit of a column */
export const mayBeAngle = (label: string): boolean => ANGLE_NAME.test(label);

export class AngleSurvey {
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #jump = 0;
  #count = 0;
  #curveCount = 0;

  addValue(value: number): void {
    this.#count++;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  addCurve(values: Float64Array): void {
    this.#curveCount++;
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? 0;
      if (value < this.#min) this.#min = value;
      if (value > this.#max) this.#max = value;
      if (i > 0) this.#jump = Math.max(this.#jump, Math.abs(value - (values[i - 1] ?? value)));
    }
  }

  /**
   * The size of a whole turn, 360 or 2 pi; null where the values are no angles that wrap.
   * @param label name and unit of the column
   */
  turn(label: string): number | null {
    if (!mayBeAngle(label)) return null;
    const turn = [2 * Math.PI, 360].find((size) => {
      const slack = TURN_TOLERANCE * size;
      const isWithin = (low: number) => this.#min >= low - slack && this.#max <= low + size + slack;
      return isWithin(-size / 2) || isWithin(0);
    });
    if (turn === undefined) return null;
    if (this.#curveCount > 0) return this.#jump >= MIN_JUMP * turn ? turn : null;
    return this.#count >= MIN_VALUES && this.#max - this.#min >= MIN_FILLED * turn ? turn : null;
  }
}
