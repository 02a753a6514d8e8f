/** A move of the sliders to a row of the data, and its reason in words. */
import { countText } from "@understudy/shared/number-text.ts";
import { halfWidthsText } from "./row-difference.ts";

/** A row by how badly the emulator predicts it: its place from 1 among so many, and the output that is worst. */
export type BadRow = {
  readonly place: number;
  readonly count: number;
  readonly output: string;
  readonly halfWidths: number;
};
export type RowReason = "nearest" | BadRow;
/** The sliders stand on this row. */
export type RowMove = {
  readonly row: number;
  readonly reason: RowReason | null;
  /** The sliders stood elsewhere before. */
  readonly hasMoved: boolean;
};

/** A sentence about the move and its reason; "" where there is nothing to say. @param label gives an output's name on screen */
export function rowMoveText({ row, reason, hasMoved }: RowMove, label: (name: string) => string): string {
  const here = hasMoved ? `The sliders moved to row ${row}` : `The sliders stand on row ${row}`;
  if (reason === null) return hasMoved ? `${here}.` : "";
  if (reason === "nearest") return hasMoved ? `${here}, the nearest one.` : `${here}.`;
  const { place, count, output, halfWidths } = reason;
  const rank = place === 1 ? "the worst" : `number ${place} from the worst`;
  return `${here}, ${rank} of ${countText(count)}: ${label(output)} is ${halfWidthsText(halfWidths)} off.`;
}
