/** What a web page consists of besides its model: the facts about its columns, training rows by choice, and the page's own code. */
import type { ExportedModel } from "@understudy/engine/exports/exported-model.ts";
import { createPageFacts, type OutputJudgement } from "@understudy/engine/exports/formats/page/facts.ts";
import type { PageParts } from "@understudy/engine/exports/formats/page/page.ts";
import { outputVerdict, validationRowsOf } from "@understudy/shared/domain/emulator-quality.ts";
import { verdictReason } from "@understudy/shared/domain/verdict.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import type { ExportOrder } from "../messages.ts";
import type { OpenedEmulator } from "./exact-export.ts";
import { readTrainingRows } from "./job-rows.ts";
import { bundlePage } from "./page-code.ts";

export async function createPageParts(
  { options, quality, columns, work_dir }: ExportOrder,
  { emulator }: OpenedEmulator,
  model: ExportedModel,
): Promise<PageParts> {
  const code = await bundlePage();
  const limits = { rows: EXPORT_LIMITS.pageRows, numbers: EXPORT_LIMITS.pageRowNumbers };
  const training = options.with_rows
    ? await readTrainingRows(work_dir, emulator, limits)
    : { rows: null, rowCount: null };
  const content = { columns, judgements: judge(quality), ...training, notices: code.notices };
  return { code, facts: createPageFacts(model, content) };
}

function judge(quality: ExportOrder["quality"]): Map<string, OutputJudgement> {
  if (quality === null) return new Map();
  return new Map(
    quality.outputs.map((output) => {
      const reason = verdictReason(output, validationRowsOf(output, quality));
      return [output.name, { verdict: outputVerdict(output, quality), reason }];
    }),
  );
}
