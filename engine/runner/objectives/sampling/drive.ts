import { type Drive, finishRun, type ReadResult } from "../../running/drive.ts";
import { searchOnEmulator } from "../../running/search-on-emulator.ts";
import { sampleOnServers } from "./sample-on-servers.ts";

/** A million samples of a slow emulator take hours. */
const DEADLINE_MS = 24 * 60 * 60 * 1000;

const readSampled: ReadResult = ({ claim, context: { ports } }, message) =>
  message.type === "sampled"
    ? {
        store: () => ports.storeSampled(claim, message.sampled),
        isFinal: message.sampled.stop_reason !== null,
        bestScore: null,
      }
    : null;

export const SAMPLING_DRIVE: Drive = {
  run: (run) => {
    const { sampling: work } = run.work;
    if (work === null) throw new Error("A sampling has a score function.");
    if (work.emulator === null) return sampleOnServers(run, work);
    const order = { type: "sample-emulator" as const, work };
    return searchOnEmulator(run, { order, readResult: readSampled, deadlineMs: DEADLINE_MS });
  },
  finish: finishRun,
};
