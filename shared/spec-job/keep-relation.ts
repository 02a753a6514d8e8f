/** The designs of a job keep a linear relation between its inputs when one input is computed from the others. */
import { type InputRelation, type KeptRelation, relationText } from "../domain/data-note.ts";
import type { Distributions } from "../domain/distribution.ts";
import { type JobVariable, variedDimensions } from "../domain/job-variable.ts";
import { elementName } from "../domain/variable.ts";
import { ownValue } from "../own-value.ts";

/**
 * A sum may miss the relation by this share of its largest term: values that are rounded to three digits still keep the relation.
 */
const MAX_RELATIVE_DIFFERENCE = 1e-3;

interface Column {
  low: number;
  high: number;
  isVaried: boolean;
  isInteger: boolean;
}

type Variables = Readonly<Record<string, JobVariable>>;

/**
 * Chooses the input that follows: the varied real one without a distribution of its own whose term varies the most,
 * `x_k = (sum - sum of a_i x_i, i != k) / a_k`.
 * @param formatName gives the name of an input on screen
 * @returns `keptRelation` is null where no design needs to follow: no varied real input is part of the relation, or one of its inputs is no
 *   numeric variable of the job. `problem` is a sentence where no design of these ranges keeps the relation.
 */
export function keepRelation(
  relation: InputRelation,
  variables: Variables,
  distributions: Distributions = {},
  formatName: (name: string) => string = (name) => name,
): { readonly keptRelation: KeptRelation | null } | { readonly problem: string } {
  const columns = numericColumns(variables);
  const terms = relation.terms.flatMap(({ input, coefficient }) => {
    const column = columns.get(input);
    return column === undefined ? [] : [{ input, coefficient, ...column }];
  });
  if (terms.length < relation.terms.length) return { keptRelation: null };
  const isVaried = terms.some((term) => term.isVaried);
  if (!canHold(relation, terms)) return { problem: impossibleText(relation, terms, formatName) };
  const real = terms.filter((term) => term.isVaried && !term.isInteger);
  if (!isVaried || real.length === 0) return { keptRelation: null };
  const free = real.filter(({ input }) => ownValue(distributions, input) === undefined);
  const relationOnScreen = relationText(relation, formatName);
  if (free.length === 0)
    return {
      problem: `${relationOnScreen} in every row, so one of these inputs follows from the others: remove the distribution of one of them.`,
    };
  const computeSpan = ({ coefficient, low, high }: (typeof free)[number]) =>
    Math.abs(coefficient) * (high - low);
  const follower = free.reduce((widest, term) => (computeSpan(term) > computeSpan(widest) ? term : widest));
  const varied = Object.values(variables).reduce((sum, variable) => sum + variedDimensions(variable), 0);
  if (varied === 1)
    return {
      problem: `${relationOnScreen} in every row, so ${formatName(follower.input)} has one value where the others are fixed: vary another input.`,
    };
  const keptRelation = { ...relation, follower: follower.input };
  return { keptRelation };
}

/** `resin + filler + solvent = 1 is respected: solvent follows from the others.` */
export const keptRelationText = (relation: KeptRelation, formatName: (name: string) => string): string =>
  `${relationText(relation, formatName)} is respected: ${formatName(relation.follower)} follows from the others.`;

/** Tells whether the sum lies between the least and the largest that the ranges allow. */
function canHold({ sum }: InputRelation, terms: readonly (Column & { coefficient: number })[]): boolean {
  let [least, largest, size] = [0, 0, Math.abs(sum)];
  for (const { coefficient, low, high } of terms) {
    const ends = [coefficient * low, coefficient * high];
    least += Math.min(...ends);
    largest += Math.max(...ends);
    size = Math.max(size, ...ends.map(Math.abs));
  }
  const tolerance = MAX_RELATIVE_DIFFERENCE * size;
  return sum >= least - tolerance && sum <= largest + tolerance;
}

function impossibleText(
  relation: InputRelation,
  terms: readonly (Column & { input: string })[],
  formatName: (name: string) => string,
): string {
  const fixed = terms.filter(({ isVaried }) => !isVaried).map(({ input }) => formatName(input));
  const reason =
    fixed.length === 0
      ? "the ranges of these inputs do not allow it"
      : `the ranges and the fixed ${fixed.length === 1 ? "value" : "values"} of ${fixed.join(", ")} do not allow it`;
  return `${relationText(relation, formatName)} in every row, but ${reason}. Change them, or do not respect the relation.`;
}

function numericColumns(variables: Variables): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const [name, variable] of Object.entries(variables)) {
    if (variable.type !== "Scalar" && variable.type !== "Vector") continue;
    const { fixed, is_integer: isInteger } = variable;
    const add = (column: string, value: number, low: number | undefined, high: number | undefined) =>
      columns.set(column, {
        low: fixed ? value : (low ?? value),
        high: fixed ? value : (high ?? value),
        isVaried: !fixed,
        isInteger,
      });
    if (variable.type === "Scalar")
      add(name, variable.initval, variable.lbound ?? undefined, variable.ubound ?? undefined);
    else
      variable.initval.forEach((value, at) => {
        add(elementName(name, at), value, variable.lbound?.[at], variable.ubound?.[at]);
      });
  }
  return columns;
}
