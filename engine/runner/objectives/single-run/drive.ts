import { type Drive, finishRun } from "../../running/drive.ts";
import { simulateAll } from "../../running/simulate-all.ts";

export const SINGLE_RUN_DRIVE: Drive = { run: simulateAll, finish: finishRun };
