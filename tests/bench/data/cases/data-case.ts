import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import type { Cell } from "../../../support/engine/file-jobs.ts";

export type Point = Readonly<Record<string, Cell>>;

export interface DataCase {
  readonly name: string;
  readonly parameters: string;
  readonly outputs: string;
  /** The choices that a person makes in the preview. */
  readonly options?: Partial<DataOptions>;
  /** The value of the first output without noise; absent where no formula is known. */
  readonly truth?: (point: Point) => number;
  /** The right answer in words. */
  readonly right: string;
}
