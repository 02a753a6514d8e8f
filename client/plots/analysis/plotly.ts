/**
 * The only importer of plotly.js, loaded when a plot comes near the viewport (use-plotly.ts). It holds the traces in use alone; those drawn by
 * WebGL would need the modules `strict` of plotly.js, which generate no code at run time.
 */
import "plotly.js/dist/plotly.css";
import bar from "plotly.js/lib/bar";
import { purge, react, register, toImage } from "plotly.js/lib/core";
import heatmap from "plotly.js/lib/heatmap";
import { hover, unhover } from "plotly.js/src/components/fx";

register([bar, heatmap]);

export { hover, purge, react, toImage, unhover };
