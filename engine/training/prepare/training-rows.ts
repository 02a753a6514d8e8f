import { isCrossValidated } from "@understudy/shared/domain/cross-validation.ts";
import { everyRow, remainingRows } from "../../dataset/table.ts";

/** Lists the rows that models are fitted to: with few rows all of them, with many those that are not held out for validation. */
export const listTrainingRows = (rows: number, validationRows: ArrayLike<number>): Int32Array =>
  isCrossValidated(rows) ? everyRow(rows) : remainingRows(rows, validationRows);
