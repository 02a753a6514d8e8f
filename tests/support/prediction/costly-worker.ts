/**
 * Told to evaluate, it answers at once and says how long it would have taken: the first time half a second, as when the program
 * is still being compiled, then so much for the call and so much for each point. Of each point its one output tells how many
 * were evaluated together with it, the lower bound by which thread, and the upper bound the point itself.
 */
import { threadId } from "node:worker_threads";
import type { Reply, Task } from "../../../engine/prediction/protocol.ts";
import { serveTasks } from "../../../engine/threads/serve-tasks.ts";

const FIRST_MS = 500;
const CALL_MS = 41;
const POINT_MS = 0.5;

let evaluations = 0;

function evaluated(count: number, points: Float64Array): Reply {
  const milliseconds = evaluations === 0 ? FIRST_MS : CALL_MS + count * POINT_MS;
  evaluations += 1;
  const mean = new Float64Array(count).fill(count);
  const coordinates = Float64Array.of(0);
  const coefficientsOfDetermination = Float64Array.of(1);
  const lower = new Float64Array(count).fill(threadId);
  const answer = { coordinates, mean, lower, upper: points, coefficientsOfDetermination };
  return { kind: "predicted", outputs: [["y", answer]], extrapolation: null, milliseconds };
}

serveTasks((task: Task): Reply => {
  switch (task.kind) {
    case "load":
      return { kind: "loaded", description: { inputs: [], outputs: [] }, memory: 1, kernels: null };
    case "predict":
      return evaluated(task.count, task.points);
    case "forget":
      return { kind: "forgotten" };
  }
});
