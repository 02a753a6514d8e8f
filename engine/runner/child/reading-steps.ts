/** States on the page of a job where the reading of its data stands. */

import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";

type File = { readonly name: string; readonly size: number };

export type ReadingSources = {
  /** The job whose rows are taken over first, and how many it has. */
  readonly imported: { readonly jobId: number; readonly rows: number } | null;
  readonly files: { readonly parameters: File; readonly outputs: File } | null;
};

export type ReadingSteps = {
  /** A row of parameters, or of outputs, was taken over or read. */
  addRow(kind: "parameters" | "outputs"): void;
  readImported(): void;
  /** @param share of the file that is read, 0 .. 1 */
  readParameters(share: number): void;
  readOutputs(share: number): void;
  /** @param share of the rows that are prepared, 0 .. 1 @param rows all of them */
  prepare(share: number, rows: number): void;
};

/** The part of the reading that the rows of another job take beside files, whose rows are not counted before. */
const IMPORTED_SHARE = 0.25;

/**
 * @param show takes the percentage and a text such as `Step 2 of 3: reading outputs.csv, 12,000 rows`. The preparation has a bar of its
 * own, since the job then has another status.
 */
export function createReadingSteps(
  { imported, files }: ReadingSources,
  show: (percentage: number, text: string) => void,
): ReadingSteps {
  const total = (imported === null ? 0 : 1) + (files === null ? 0 : 2) + 1;
  const importedShare = imported === null ? 0 : files === null ? 1 : IMPORTED_SHARE;
  const { parameters = null, outputs = null } = files ?? {};
  const size = Math.max(1, (parameters?.size ?? 0) + (outputs?.size ?? 0));
  let step = 0;
  let rows = 0;
  let current: "imported" | "parameters" | "outputs" | null = null;

  const begin = (next: typeof current): void => {
    if (next === current) return;
    current = next;
    step += 1;
    rows = 0;
  };
  const showFile = ({ name }: File, bytes: number): void => {
    const share = importedShare + ((1 - importedShare) * bytes) / size;
    show(100 * share, `Step ${step} of ${total}: reading ${name}, ${counted(rows, "row")}`);
  };

  return {
    addRow: (kind) => {
      // Rows of another job come with both.
      if ((kind === "outputs") === (current === "outputs")) rows += 1;
    },
    readImported: () => {
      if (imported === null) return;
      const { jobId, rows: all } = imported;
      begin("imported");
      const share = importedShare * Math.min(1, rows / Math.max(1, all));
      const count = `${countText(rows)} of ${counted(all, "row")}`;
      show(100 * share, `Step ${step} of ${total}: importing from job ${jobId}, ${count}`);
    },
    readParameters: (share) => {
      if (parameters === null) return;
      begin("parameters");
      showFile(parameters, share * parameters.size);
    },
    readOutputs: (share) => {
      if (parameters === null || outputs === null) return;
      begin("outputs");
      showFile(outputs, parameters.size + share * outputs.size);
    },
    prepare: (share, all) => {
      const count = `${countText(Math.round(share * all))} of ${counted(all, "row")}`;
      show(100 * share, `Step ${total} of ${total}: preparing the data, ${count}`);
    },
  };
}
