/** The score and each varied variable by the number of the simulation, as graphs. */
import type { Graph } from "@understudy/shared/api/simulation.ts";
import { displayName, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import { nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { exactShownValue, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { JobRecord } from "../models/job.ts";
import type { SimulationRow } from "../models/simulation.ts";

type Row = Pick<SimulationRow, "index" | "inputs" | "score">;

/** @param rows by rising index; those without a score are gaps */
export function iterationGraphs({ config }: Pick<JobRecord, "config">, rows: readonly Row[]): Graph[] {
  if (rows.length === 0) return [];
  const numbers = rows.map(({ index }) => index + 1);
  const scores = rows.map(({ score }) => score);
  let best: number | null = null;
  const envelope = scores.map((score) => {
    if (score !== null && (best === null || score > best)) best = score;
    return best;
  });
  const graph = (title: string, label: string, isCategory: boolean, data: readonly Trace[]): Graph => ({
    status: "ready",
    title,
    figure: {
      data,
      layout: {
        xaxis: { title: { text: "Simulation" }, type: "linear" },
        yaxis: { title: { text: label }, type: isCategory ? "category" : "linear" },
        showlegend: data.length > 1,
      },
    },
  });
  const trace = (name: string, mode: Trace["mode"], y: Trace["y"]): Trace => ({
    type: "scatter",
    mode,
    name,
    x: numbers,
    y,
  });
  const varied = config.inputs.filter(({ name, fixed }) => !fixed && name in (rows[0]?.inputs ?? {}));
  return [
    graph("Score", "Score", false, [
      trace("Score", "markers", scores),
      trace("Best so far", "lines", envelope),
    ]),
    ...varied.flatMap((input) => {
      const values = rows.map(({ inputs }) => inputs[input.name]);
      const places = input.values ?? null;
      const unit = shownUnit(input);
      const label =
        places === null
          ? nameWithUnit(displayName(input), unit.text)
          : namedPlaces(displayName(input), places);
      const y = values.map((value) => {
        if (typeof value === "number") return places === null ? exactShownValue(value, unit) : value;
        const at = value === undefined || typeof value === "object" ? -1 : (places?.indexOf(value) ?? -1);
        return at < 0 ? null : at;
      });
      return [graph(displayName(input), label, false, [trace(displayName(input), "markers", y)])];
    }),
  ];
}

/** More of them do not fit an axis. */
const MAX_NAMED = 6;

/** Where the graph's numbers stand for options: `corner (0 tt, 1 ss, 2 ff)`. */
function namedPlaces(name: string, places: readonly ScalarValue[]): string {
  if (places.length > MAX_NAMED || places.every((place) => typeof place === "number")) return name;
  return `${name} (${places.map((place, at) => `${at} ${place}`).join(", ")})`;
}

type Trace = Extract<Extract<Graph, { status: "ready" }>["figure"]["data"][number], { type: "scatter" }>;
