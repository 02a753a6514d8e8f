import { drawGraph } from "@understudy/engine/specs/graphs.ts";
import type { Found, Given } from "./tasks.ts";

export const drawGraphs = ({ manifest, asked }: Given<"drawGraphs">): Found<"drawGraphs"> =>
  asked.map(({ graph, simulations }) => {
    const { title, ...drawn } = drawGraph(manifest, graph, simulations);
    if ("errors" in drawn) return { status: "failed", title, errors: [...drawn.errors] };
    return { status: "ready", title, figure: drawn.figure };
  });
