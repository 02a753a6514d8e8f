import { z } from "zod";

/**
 * The accuracy of an output is measured on rows that no model was fitted to, or on each row by models that were fitted without it. Models
 * that were measured on held-out rows may be fitted on to every row afterwards, the held-out ones included.
 */
export const validationMethod = z.enum([
  "held-out rows",
  "cross-validation",
  "held-out rows, then every row",
]);
export type ValidationMethod = z.infer<typeof validationMethod>;

/**
 * With fewer rows than this, an emulator is trained on all of them, and its accuracy and bounds come from cross-validation: each row
 * is predicted by models that were fitted without it. With more, the validation rows are held out of all fits. Up to this many rows,
 * models are fitted once for each fold anyway, so that training on all rows costs little. On ten functions with 1,000 rows the error
 * was smaller than with 800 of them on seven, the same on two and larger on one (`npm run bench -- league`, effort quick).
 */
export const CROSS_VALIDATED_ROWS = 3_000;

/**
 * With this many rows or fewer, and more than 3,000 training rows, the models are fitted on to every row at the end. The error fell in
 * all 16 trainings on 4,000 and 10,000 rows that were measured, by 2% to 44%; with 30,000 rows the same further steps on the rows
 * that the models had gained more in two of four (`.github/decisions/held-out-rows.md`).
 */
export const MAX_LAST_FIT_ROWS = 10_000;

/** Tells whether models may be fitted on to every row at the end. @param rows those that define the outputs, the validation rows included */
export const mayHaveLastFit = (rows: number): boolean => !isCrossValidated(rows) && rows <= MAX_LAST_FIT_ROWS;

/** Tells whether the accuracy of an output comes from cross-validation. @param rows those that define it, the validation rows included */
export const isCrossValidated = (rows: number): boolean => rows < CROSS_VALIDATED_ROWS;

/**
 * Counts the rows that models are fitted to: all of them where the accuracy comes from cross-validation, else those that are not held out.
 * @param rows those that define the outputs, the validation rows included
 * @param validationRows how many of them are in the validation set
 */
export const countTrainingRows = (rows: number, validationRows: number): number =>
  isCrossValidated(rows) ? rows : rows - validationRows;
