/** Multipliers that make the columns of a job easier to read, from their ranges. */
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { chosenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { suggestedMultiplier } from "@understudy/shared/quantities/suggested-multiplier.ts";
import type { Ranged } from "@understudy/shared/quantities/unit.ts";

/** `pF`, or `p` for a column without a unit. */
export const suggestedText = (unit: string, multiplier: number): string =>
  chosenUnit({ unit, multiplier }).text;

type Column = Ranged & { readonly name: string; readonly display: string };

const suggestionsOf = (columns: readonly Column[]) =>
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
  const found = {
    inputs: suggestionsOf(inputs),
    outputs: suggestionsOf(outputs.filter(({ name }) => !isCoordinate(name))),
    coordinates: suggestionsOf(coordinates),
  };
  const changesOf = (kind: keyof typeof found) =>
    found[kind].map(({ column: { name }, multiplier }) => ({ name, multiplier }));
  return {
    texts: Object.values(found)
      .flat()
      .map(({ column, multiplier }) => `${displayName(column)} in ${suggestedText(column.unit, multiplier)}`),
    change: {
      inputs: changesOf("inputs"),
      outputs: changesOf("outputs"),
      coordinates: changesOf("coordinates"),
    },
  };
}
