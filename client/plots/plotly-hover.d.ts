import type { Root } from "plotly.js";

declare module "plotly.js" {
  /** Part of the library, left out of its published types. */
  export const Fx: {
    hover: (root: Root, points: { curveNumber: number; pointNumber: number }[]) => void;
    unhover: (root: Root) => void;
  };
}
