/** The module that draws figures; a page without plots contains its type alone. */
export type Plotly = typeof import("./plotly.ts");

let loading: Promise<Plotly> | null = null;

/**
 * Loads plotly.js once for all plots of the page; after a failure the next call tries again.
 * @throws TypeError when the script cannot be loaded
 */
export function loadPlotly(): Promise<Plotly> {
  loading ??= import("./plotly.ts").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
