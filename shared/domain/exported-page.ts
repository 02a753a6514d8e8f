/** The facts that an exported web page is made of; the page has them as a literal of its script. */

import type { CoordinateDefinition, InputDefinition, OutputDefinition } from "./variable.ts";
import type { Verdict } from "./verdict.ts";

export type PageInput = {
  /** The column as the platform shows it. */
  readonly definition: InputDefinition;
  /** The names of the levels, in the order of their codes; null: numbers. */
  readonly levels: readonly string[] | null;
  /** The least and the largest value of the training rows; null: levels. */
  readonly trained: readonly [number, number] | null;
  /** The number, or the code, of the point at which the page opens. */
  readonly initial: number;
};

export type PageOutput = {
  readonly definition: OutputDefinition;
  /** Values at a point: 1 for a scalar. */
  readonly size: number;
  /** The coordinates of a curve's values, ascending; null: a scalar. */
  readonly knots: readonly number[] | null;
  /** Null: a scalar, or a curve over its row index. */
  readonly coordinate: CoordinateDefinition | null;
  readonly isLogarithmic: boolean;
  /** Null: not measured. */
  readonly verdict: Verdict | null;
  /** The sentence of numbers that the verdict follows from; "" without a verdict. */
  readonly reason: string;
  /** The largest difference between the page's means and the platform's, in the output's unit. */
  readonly largestDifference: number;
};

export type PageFacts = {
  readonly title: string;
  readonly jobId: number;
  readonly version: string;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  readonly hasBounds: boolean;
  readonly inputs: readonly PageInput[];
  readonly outputs: readonly PageOutput[];
  /**
   * Training rows: the numbers of the inputs, a level by its code, then the values of all outputs one after the other, null
   * where a row lacks one. Null: the page was exported without rows.
   */
  readonly rows: readonly (readonly (number | null)[])[] | null;
  /** The number of all training rows, of which `rows` may be a part; null without rows. */
  readonly rowCount: number | null;
  /** The licences of the packages in the page. */
  readonly notices: string;
};
