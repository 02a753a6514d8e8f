import { z } from "zod";

/** The accuracy of an output is measured on rows that no model was fitted to, or on each row by models that were fitted without it. */
export const validationMethod = z.enum(["held-out rows", "cross-validation"]);
export type ValidationMethod = z.infer<typeof validationMethod>;

/**
 * With fewer rows than this, an emulator is trained on all of them, and its accuracy and bounds come from cross-validation: each row
 * is predicted by models that were fitted without it. With more, the validation rows are held out of all fits. A larger limit
 * uses more rows and costs more time: with so many rows a fifth more of them changes predictions little.
 */
export const CROSS_VALIDATED_ROWS = 1_000;

/** Tells whether the accuracy of an output comes from cross-validation. @param rows those that define it, the validation rows included */
export const isCrossValidated = (rows: number): boolean => rows < CROSS_VALIDATED_ROWS;

/**
 * Counts the rows that models are fitted to: all of them where the accuracy comes from cross-validation, else those that are not held out.
 * @param rows those that define the outputs, the validation rows included
 * @param validationRows how many of them are in the validation set
 */
export const countTrainingRows = (rows: number, validationRows: number): number =>
  isCrossValidated(rows) ? rows : rows - validationRows;
