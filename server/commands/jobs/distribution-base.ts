/** The values of distributions that a change is based on, and the record of who changed them. */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { type Distribution, formatDistribution } from "@understudy/shared/domain/distribution.ts";
import {
  AROUND_FIELD,
  distributionField,
  findEditor,
  formatField,
  formatFieldValue,
  SCORE_LIMIT_FIELD,
} from "@understudy/shared/job-config/config-fields.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { type DesignAround, isSameDesign } from "@understudy/shared/yield/same-design.ts";
import { type FieldErrors, Problem } from "../../core/problem.ts";
import { isSameJson } from "../../core/unseen-fields.ts";
import type { JobRun } from "../../models/run.ts";

type ColumnDistributions = Readonly<Record<string, Distribution | null>>;
type Values = Pick<JobRun, "distributions" | "distributions_around" | "least_score">;
export type DistributionRequest = {
  readonly distributions: ColumnDistributions;
  readonly around: DesignAround;
  /** Undefined: as it is. */
  readonly least_score?: number | null | undefined;
  readonly base?:
    | {
        readonly distributions?: ColumnDistributions | undefined;
        readonly around?: DesignAround | undefined;
        readonly least_score?: number | null | undefined;
      }
    | undefined;
};

/** A column without a distribution of its own has none. */
const readColumn = (columns: ColumnDistributions, name: string): Distribution | null =>
  ownValue(columns, name) ?? null;

const listChanged = (before: ColumnDistributions, after: ColumnDistributions): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSameJson(readColumn(before, name), readColumn(after, name)),
  );

/** Returns the fields in which two states differ, for the last edits of the config. */
export const listEditedFields = (before: Values, after: Values) => [
  ...listChanged(before.distributions, after.distributions).map(distributionField),
  ...(isSameDesign(before.distributions_around, after.distributions_around) ? [] : [AROUND_FIELD]),
  ...(before.least_score === after.least_score ? [] : [SCORE_LIMIT_FIELD]),
];

/**
 * @param after the state that the request leads to
 * @throws Problem 409 with the present values that others have changed since they were read, and who did
 */
export function checkDistributionBase(
  config: Pick<JobConfig, "field_edits">,
  before: Values,
  after: Values,
  { base }: DistributionRequest,
): void {
  if (base === undefined) return;
  const errors: FieldErrors = {};
  const refuse = (path: string, field: ReturnType<typeof distributionField>, value: string) => {
    const name = findEditor(config, field)?.by.name ?? MESSAGES.somebody;
    errors[path] = [MESSAGES.fieldChanged(name, formatField(field), value)];
  };
  const columns = base.distributions;
  const isMoved = !isSameDesign(before.distributions_around, after.distributions_around);
  for (const name of columns === undefined ? [] : listChanged(before.distributions, after.distributions)) {
    const present = readColumn(before.distributions, name);
    // Around another design all of them go, those too that the base does not name.
    const isBased = isMoved || Object.hasOwn(columns ?? {}, name);
    if (!isBased || isSameJson(readColumn(columns ?? {}, name), present)) continue;
    refuse(
      `distributions.${name}`,
      distributionField(name),
      formatFieldValue(present === null ? null : formatDistribution(present)),
    );
  }
  if (base.around !== undefined && isMoved && !isSameDesign(base.around, before.distributions_around))
    refuse("around", AROUND_FIELD, formatFieldValue(formatDesign(before.distributions_around)));
  const isLeastUnseen = base.least_score !== undefined && base.least_score !== before.least_score;
  if (isLeastUnseen && before.least_score !== after.least_score)
    refuse("least_score", SCORE_LIMIT_FIELD, formatFieldValue(before.least_score));
  if (Object.keys(errors).length > 0) throw new Problem(409, MESSAGES.fieldsChangedMeanwhile, { errors });
}

const formatDesign = (design: DesignAround): string =>
  design === null
    ? "the ranges of the job"
    : Object.entries(design)
        .map(([name, value]) => `${name} ${value}`)
        .join(", ");
