/** A note says what was noticed in a data set before anything was trained on it. */
import { z } from "zod";
import { counted } from "../counted.ts";
import { listNames } from "../list-names.ts";
import { exactText, roundTo } from "../number-text.ts";

const MAX_NAMED_INPUTS = 6;

/** Inputs whose weighted sum is the same in every row. */
export const inputRelation = z.object({
  kind: z.literal("relation"),
  terms: z
    .array(
      z.object({
        input: z.string(),
        coefficient: z.number().describe("The factor of the input's value in the sum."),
      }),
    )
    .describe("The inputs in the relation; the sum of coefficient times value is `sum`."),
  sum: z.number().describe("The value of the sum in every row."),
});
export type InputRelation = z.infer<typeof inputRelation>;

/** A relation that the designs of a job keep. */
export const keptRelation = inputRelation.extend({
  follower: z.string().describe("The column of the input that is computed from the others."),
});
export type KeptRelation = z.infer<typeof keptRelation>;

export const dataNote = z.discriminatedUnion("kind", [
  /** The data have so few rows that predictions are hardly supported. */
  z.object({ kind: z.literal("few rows"), rows: z.int().describe("The number of rows of data.") }),
  /** An input that counts the rows: it is proposed as fixed. */
  z.object({ kind: z.literal("row counter"), input: z.string() }),
  /** A level of a category that hardly any row holds. */
  z.object({
    kind: z.literal("rare level"),
    input: z.string(),
    level: z.string().describe("The text of the level."),
    rows: z.int().describe("The number of rows with this level."),
  }),
  /** Numbers that occur at few values, with a wide gap between two of them: they are proposed as discrete. */
  z.object({
    kind: z.literal("few values"),
    inputs: z.array(z.string()).describe("The names of the inputs."),
  }),
  inputRelation,
  /**
   * The file could be read otherwise, so the note says how it was read: its units, its separator, its decimal comma.
   */
  z.object({
    kind: z.literal("reading"),
    file: z.string().describe("The file that was read."),
    text: z.string().describe("A sentence that says how it was read."),
  }),
]);
export type DataNote = z.infer<typeof dataNote>;

/** One sentence. @param formatName gives the name of an input on screen */
export function dataNoteText(note: DataNote, formatName: (name: string) => string): string {
  switch (note.kind) {
    case "few rows":
      return `There are only ${counted(note.rows, "row")}: an emulator of so few may be wrong anywhere between them, and more rows are likely to help.`;
    case "row counter":
      return `${formatName(note.input)} counts the rows, so it is fixed: it says nothing about a new design. Clear its mark if it is a quantity.`;
    case "rare level":
      return `${formatName(note.input)} is ${note.level} in only ${counted(note.rows, "row")}, which ${note.rows === 1 ? "is" : "are"} kept for the training.`;
    case "few values": {
      const isSingle = note.inputs.length === 1;
      const names = listNames(note.inputs.map(formatName), MAX_NAMED_INPUTS);
      return `${names} ${isSingle ? "has" : "have"} only a few values with a wide gap between them, and the data say nothing of what happens in the gap. If no other values are possible, make ${isSingle ? "it" : "them"} discrete.`;
    }
    case "reading":
      return `${note.file}: ${note.text}`;
    case "relation":
      return `${relationText(note, formatName)} in every row: designs that break this are unlike all of the data.`;
  }
}

/** `resin + filler + solvent = 1`, `2 a - b = 4`. */
export function relationText({ terms, sum }: InputRelation, formatName: (name: string) => string): string {
  const sides = terms.map(({ input, coefficient }, at) => {
    const size = Math.abs(coefficient);
    const term = `${size === 1 ? "" : `${numberText(size)} `}${formatName(input)}`;
    if (at === 0) return coefficient < 0 ? `-${term}` : term;
    return coefficient < 0 ? `- ${term}` : `+ ${term}`;
  });
  return `${sides.join(" ")} = ${numberText(sum)}`;
}

const numberText = (value: number): string => exactText(roundTo(value, 6));
