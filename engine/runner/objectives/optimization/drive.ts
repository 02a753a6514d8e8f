import { type Drive, finishRun, type ReadResult, requireSearch } from "../../running/drive.ts";
import { searchOnEmulator } from "../../running/search-on-emulator.ts";
import { searchOnServers } from "../../running/search-on-servers.ts";

const readFound: ReadResult = ({ claim, context: { ports } }, message) =>
  message.type === "found"
    ? {
        store: () => ports.storeFound(claim, message.result),
        isFinal: message.result.stopReason !== null,
        bestScore: message.result.maxima[0]?.score ?? null,
      }
    : null;

export const OPTIMIZATION_DRIVE: Drive = {
  run: (run) => {
    const work = requireSearch(run);
    return work.emulator === null
      ? searchOnServers(run, { order: { type: "search-servers", work }, readResult: readFound })
      : searchOnEmulator(run, { order: { type: "search-emulator", work }, readResult: readFound });
  },
  finish: finishRun,
};
