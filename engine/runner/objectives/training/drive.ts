import type { Drive } from "../../running/drive.ts";
import { simulateAll } from "../../running/simulate-all.ts";
import { buildDataset } from "./build-run-dataset.ts";

export const TRAINING_DRIVE: Drive = {
  run: simulateAll,
  finish: async ({ claim, work, context, signal }) => {
    const rows = await buildDataset(claim, work, context, signal);
    if (rows !== null) await context.ports.transition(claim, { trigger: "run-finished", rows });
  },
};
