import { bytesText } from "@understudy/shared/number-text.ts";
import type { Note } from "../store-process.ts";

/** Lines follow each other at this distance; a step that takes less has none. */
const NOTE_INTERVAL_MS = 2_000;

/**
 * States from time to time how far a step is, as "Packing the files: 40 % of 3.2 GB".
 * @param total bytes of the whole step, about
 * @returns a function of the number of further bytes that were done
 */
export function createByteNotes(
  note: Note,
  step: string,
  total: number,
  clock: () => number = () => performance.now(),
): (bytes: number) => void {
  let done = 0;
  let noted = clock();
  return (bytes) => {
    done += bytes;
    if (clock() - noted < NOTE_INTERVAL_MS) return;
    noted = clock();
    const share = Math.min(99, Math.floor((100 * done) / Math.max(1, total)));
    note(`${step}: ${share} % of ${bytesText(total)}`);
  };
}
