import type { CurveBand } from "@understudy/shared/domain/curve-band.ts";
import { MAX_PINNED_POINTS } from "@understudy/shared/limits.ts";
import { useEffect, useState } from "react";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { type Comparison, isComparison } from "./rows.ts";

/** The choices of a person; null where the person has not chosen. */
export type Choices = {
  readonly comparison: Comparison;
  readonly showUncertainties: boolean;
  /** The bounds of the curves. */
  readonly band: CurveBand;
  /** Names of vector outputs; empty: the first. */
  readonly vectors: readonly string[];
  /** The scalar plot's output and parameter; null: the first, and the one that it depends on most. */
  readonly scalar: string | null;
  readonly over: string | null;
  /** The output whose trust is looked at closely; null: the scalar plot's, or the first curve. */
  readonly trust: string | null;
  /** The axes of vector outputs, and of the scalar plot's output; null: logarithmic for an output over decades. */
  readonly yScale: Scale | null;
  readonly outputScale: Scale | null;
  /**
   * The scales of the curves' coordinates, and of the scalar plot's parameter; null: as the coordinate is spaced, and
   * linear.
   */
  readonly xScale: Scale | null;
  readonly overScale: Scale | null;
  /** The drawing of fields on a grid; null: as maps. */
  readonly fieldsAs: "curve" | null;
  /** Inputs that move together in the data are set together. */
  readonly movesTogether: boolean;
  /** The axes of the heatmap of the data; null: as `heatmapAxes` says. */
  readonly heatX: string | null;
  readonly heatY: string | null;
  /** The ids of the points whose curves are drawn over those of the sliders. */
  readonly pins: readonly string[];
  /** The response surface: its output, its inputs, and how it is drawn; null: as `chooseSurface` says. */
  readonly surface: string | null;
  readonly surfaceX: string | null;
  readonly surfaceY: string | null;
  readonly surfaceAs: "scene" | null;
  /** The place along its coordinate at which a curve is drawn as a surface, as stored; null: its middle. */
  readonly surfaceAt: number | null;
  /** Parameters of the pair plots; empty: the first. */
  readonly pairs: readonly string[];
};

type Scale = "linear" | "log";
const scaleFrom = (text: string | null): Scale | null => (text === "linear" || text === "log" ? text : null);

function readNumber(address: URLSearchParams, name: string): number | null {
  const text = address.get(name);
  const number = Number(text);
  return text === null || text === "" || !Number.isFinite(number) ? null : number;
}

/** The choices that an address names. */
export function choicesFrom(address: URLSearchParams): Choices {
  const comparison = address.get("compare");
  return {
    comparison: isComparison(comparison) ? comparison : "None",
    showUncertainties: address.get("uncertainties") !== "off",
    band: address.get("band") === "joint" ? "joint" : "pointwise",
    vectors: address.getAll("curve"),
    scalar: address.get("output"),
    over: address.get("over"),
    trust: address.get("trust"),
    yScale: scaleFrom(address.get("scale")),
    outputScale: scaleFrom(address.get("outputscale")),
    xScale: scaleFrom(address.get("xscale")),
    overScale: scaleFrom(address.get("overscale")),
    fieldsAs: address.get("fields") === "curve" ? "curve" : null,
    movesTogether: address.get("inputs") === "together",
    heatX: address.get("heatx"),
    heatY: address.get("heaty"),
    pins: address.getAll("pin").slice(0, MAX_PINNED_POINTS),
    surface: address.get("surface"),
    surfaceX: address.get("surfacex"),
    surfaceY: address.get("surfacey"),
    surfaceAs: address.get("surfaceas") === "scene" ? "scene" : null,
    surfaceAt: readNumber(address, "surfaceat"),
    pairs: address.getAll("pair"),
  };
}

/** The choices of the emulator page, kept in its URL. */
export function useChoices(): [Choices, (change: Partial<Choices>) => void] {
  const [choices, setChoices] = useState(() => choicesFrom(readAddress()));
  useEffect(
    () =>
      updateAddress({
        compare: choices.comparison === "None" ? null : choices.comparison,
        uncertainties: choices.showUncertainties ? null : "off",
        band: choices.band === "joint" ? "joint" : null,
        curve: choices.vectors,
        output: choices.scalar,
        over: choices.over,
        trust: choices.trust,
        scale: choices.yScale,
        outputscale: choices.outputScale,
        xscale: choices.xScale,
        overscale: choices.overScale,
        fields: choices.fieldsAs,
        inputs: choices.movesTogether ? "together" : null,
        heatx: choices.heatX,
        heaty: choices.heatY,
        pin: choices.pins,
        surface: choices.surface,
        surfacex: choices.surfaceX,
        surfacey: choices.surfaceY,
        surfaceas: choices.surfaceAs,
        surfaceat: choices.surfaceAt === null ? null : String(choices.surfaceAt),
        pair: choices.pairs,
      }),
    [choices],
  );
  return [choices, (change) => setChoices((before) => ({ ...before, ...change }))];
}

/** The items named, in their own order; the first when none is. */
export function findChosen<Item extends { name: string }>(
  items: readonly Item[],
  names: readonly string[],
): Item[] {
  const chosen = items.filter(({ name }) => names.includes(name));
  return chosen.length > 0 ? chosen : items.slice(0, 1);
}
