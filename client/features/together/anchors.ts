/** The places that comments are about: what a view suggests, how they are named, and where the page shows them. */
import type { CommentAnchor } from "@understudy/shared/api/comment.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { JobView, TabName } from "@understudy/shared/api/job-view.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { MAX_COMMENT_INPUTS } from "@understudy/shared/limits.ts";
import { quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { tabLabel } from "#job/tabs.ts";
import { PLAIN_VIEW } from "#job/view-parts.ts";
import { numberInAddress } from "#ui/number-in-address.ts";

/** The place that a comment on a view is about where its author points at nothing. */
export function suggestAnchor({ tab, sliders, choices, design }: JobView): CommentAnchor {
  if (tab === "emulator" && sliders !== null && Object.keys(sliders).length <= MAX_COMMENT_INPUTS)
    return { kind: "sliders", values: sliders };
  const simulation_id = tab === "simulations" ? numberInAddress(choices.simulation?.[0] ?? null) : null;
  if (simulation_id !== null) return { kind: "simulation", simulation_id };
  if (tab === "progress" && design !== null) return { kind: "design", design };
  return { kind: "job" };
}

const SIMULATION_ROW = /^row (\d+) Simulations$/;

/** The anchor of a control or a table row of the page; see presence/places.ts. */
export function anchorOfPlace(field: string): CommentAnchor {
  const [, id] = SIMULATION_ROW.exec(field) ?? [];
  return id === undefined ? { kind: "field", field } : { kind: "simulation", simulation_id: Number(id) };
}

/** The control or table row that a comment is about; null: it is about neither. */
export function placeOfAnchor(anchor: CommentAnchor): string | null {
  if (anchor.kind === "simulation") return `row ${anchor.simulation_id} Simulations`;
  return anchor.kind === "field" ? anchor.field : null;
}

/** The view that a comment without one leads to; null: the page as it is. */
export function viewOfAnchor(anchor: CommentAnchor): JobView | null {
  switch (anchor.kind) {
    case "sliders":
      return { ...PLAIN_VIEW, tab: "emulator", sliders: anchor.values };
    case "simulation":
      return {
        ...PLAIN_VIEW,
        tab: "simulations",
        choices: { simulation: [String(anchor.simulation_id)] },
      };
    case "design":
      return { ...PLAIN_VIEW, tab: "progress", design: anchor.design };
    case "job":
    case "plot":
    case "field":
      return null;
    default:
      return assertNever(anchor);
  }
}

/** Values that the name of a slider position lists. */
const MAX_NAMED_VALUES = 3;

type Naming = { job: Pick<Job, "objective">; config: JobConfig | null; tab: TabName | null };

/** Names a place in a few words, such as `Gain over time` or `Length 12 mm, Width 3 mm`. */
export function describeAnchor(anchor: CommentAnchor, { job, config, tab }: Naming): string {
  switch (anchor.kind) {
    case "job":
      return tab === null ? "The whole job" : tabLabel(tab, job);
    case "plot":
      return anchor.plot;
    case "sliders":
      return describeSliders(anchor.values, config);
    case "simulation":
      return `Simulation ${anchor.simulation_id}`;
    case "design":
      return anchor.design.kind === "front"
        ? `Design ${anchor.design.at + 1} of the Pareto front`
        : `Design ${anchor.design.at + 1}`;
    case "field":
      return describePlace(anchor.field);
    default:
      return assertNever(anchor);
  }
}

function describePlace(field: string): string {
  const [, kind, at, name] = /^(control|row) (\S+) (.*)$/s.exec(field) ?? [];
  if (kind === undefined || name === undefined) return field;
  return kind === "control" ? name : `Row ${at} of ${name}`;
}

function describeSliders(
  values: Readonly<Record<string, number | string>>,
  config: JobConfig | null,
): string {
  const entries = Object.entries(values);
  if (entries.length === 0) return "Initial values";
  const named = entries.slice(0, MAX_NAMED_VALUES).map(([name, value]) => {
    const input = config?.inputs.find((candidate) => candidate.name === name);
    if (input === undefined) return typeof value === "string" ? `${name} ${value}` : name;
    if (typeof value === "string") return `${displayName(input)} ${value}`;
    const unit = shownUnit(input);
    const ending = unit.text === "" ? "" : ` ${unit.text}`;
    return `${displayName(input)} ${quantityText(value / unit.multiplier, unit)}${ending}`;
  });
  const hidden = entries.length - named.length;
  return hidden === 0 ? named.join(", ") : `${named.join(", ")} and ${hidden} more`;
}
