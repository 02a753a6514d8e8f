import { drawGraph } from "@understudy/engine/specs/graphs.ts";
import { GRAPH_LIMITS } from "@understudy/shared/api/graph-figure.ts";
import { limitGraphPoints } from "../presenters/graph-points.ts";
import type { WorkAnswer, WorkRequest } from "./tasks.ts";

export const drawGraphs = ({ manifest, graphs }: WorkRequest<"drawGraphs">): WorkAnswer<"drawGraphs"> =>
  graphs.map(({ graph, simulations }) => {
    const { title, ...drawn } = drawGraph(manifest, graph, simulations);
    if ("errors" in drawn) return { status: "failed", title, errors: [...drawn.errors] };
    return { status: "ready", title, figure: limitGraphPoints(drawn.figure, GRAPH_LIMITS.points) };
  });
