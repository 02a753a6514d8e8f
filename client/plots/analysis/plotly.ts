/**
 * The only importer of plotly.js, loaded when a plot comes near the viewport (use-plotly.ts). It holds the traces of most figures; those that
 * WebGL draws are loaded with the first figure that has one, from the modules `strict`, which generate no code at run time.
 */
import "plotly.js/dist/plotly.css";
import bar from "plotly.js/lib/bar";
import { type Data, purge, react, register, relayout, toImage } from "plotly.js/lib/core";
import heatmap from "plotly.js/lib/heatmap";
import { hover, unhover } from "plotly.js/src/components/fx";

register([bar, heatmap]);

const TRACE_LOADERS = {
  contour: () => import("plotly.js/lib/contour"),
  parcoords: () => import("plotly.js/src/traces/parcoords/strict"),
  scatter3d: () => import("plotly.js/lib/scatter3d"),
  scattergl: () => import("plotly.js/src/traces/scattergl/strict"),
  surface: () => import("plotly.js/lib/surface"),
};
type LoadedTrace = keyof typeof TRACE_LOADERS;

const isLoadedLater = (type: string): type is LoadedTrace => type in TRACE_LOADERS;
const loadedTraces = new Set<LoadedTrace>();

/** Returns the types of a figure's traces that cannot be drawn before they are loaded. */
export const listMissingTraces = (data: readonly Data[]): LoadedTrace[] => [
  ...new Set(
    data.flatMap(({ type = "scatter" }) => (isLoadedLater(type) && !loadedTraces.has(type) ? [type] : [])),
  ),
];

/** Figures that need WebGL wait at most this long for those that do not. */
const MAX_IDLE_WAIT_MS = 1_000;

/** Resolves once the browser has drawn what it can, so that a large figure does not delay the others of a page. */
const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no such callback.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: MAX_IDLE_WAIT_MS });
    else setTimeout(resolve, 0);
  });

/** @throws TypeError when a script cannot be loaded */
export async function loadTraces(types: readonly LoadedTrace[]): Promise<void> {
  await waitUntilIdle();
  const modules = await Promise.all(types.map(async (type) => (await TRACE_LOADERS[type]()).default));
  register(modules);
  for (const type of types) loadedTraces.add(type);
}

export { hover, purge, react, relayout, toImage, unhover };
