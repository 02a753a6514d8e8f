/** Multipliers that make the columns of a job easier to read, from their ranges. */
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { chosenUnit, suggestedMultiplier } from "@understudy/shared/quantities/shown-unit.ts";
import type { Ranged } from "@understudy/shared/quantities/unit.ts";

/** `pF`, or `p` for a column without a unit. */
export const suggestedText = (unit: string, multiplier: number): string =>
  chosenUnit({ unit, multiplier }).text;

type Column = Ranged & { readonly name: string; readonly display: string };

const findSuggestions = (columns: readonly Column[]) =>
  columns.flatMap((column) => {
    const multiplier = suggestedMultiplier(column);
    return multiplier === null ? [] : [{ column, multiplier }];
  });

export type Suggestions = {
  /** `C1 in pF`, by column. */
  readonly texts: readonly string[];
  readonly change: JobConfigChange;
};

/** Everything that is suggested for the columns of a job. */
export function suggestionsFor({ inputs, outputs, coordinates }: JobConfig): Suggestions {
  const isCoordinate = (name: string) => coordinates.some((coordinate) => coordinate.name === name);
  const suggestions = {
    inputs: findSuggestions(inputs),
    outputs: findSuggestions(outputs.filter(({ name }) => !isCoordinate(name))),
    coordinates: findSuggestions(coordinates),
  };
  const createChanges = (kind: keyof typeof suggestions) =>
    suggestions[kind].map(({ column: { name }, multiplier }) => ({ name, multiplier }));
  return {
    texts: Object.values(suggestions)
      .flat()
      .map(({ column, multiplier }) => `${displayName(column)} in ${suggestedText(column.unit, multiplier)}`),
    change: {
      inputs: createChanges("inputs"),
      outputs: createChanges("outputs"),
      coordinates: createChanges("coordinates"),
    },
  };
}
