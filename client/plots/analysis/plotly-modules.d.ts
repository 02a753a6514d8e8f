/** Modules of plotly.js that have no declarations of their own. */

declare module "plotly.js/src/components/fx" {
  /** A point of a figure: by the places of its trace and of itself in it, or by its values along the axes. */
  type HoveredPoint = { curveNumber: number } & ({ pointNumber: number } | { xval: number; yval: number });

  /** Hovers over points, or at a place of the window as the pointer does, which emits `plotly_hover`. */
  export function hover(
    plot: HTMLElement,
    target: readonly HoveredPoint[] | { clientX: number; clientY: number; target: Element },
  ): void;
  /** Emits `plotly_unhover`. */
  export function unhover(plot: HTMLElement, event: object): void;
}

declare module "plotly.js/src/traces/parcoords/strict" {
  import type parcoords from "plotly.js/lib/parcoords";

  const strict: typeof parcoords;
  export default strict;
}

declare module "plotly.js/src/traces/scattergl/strict" {
  import type scattergl from "plotly.js/lib/scattergl";

  const strict: typeof scattergl;
  export default strict;
}
