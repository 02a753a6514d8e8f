import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import type { VariableErrors } from "@understudy/shared/spec-job/variable-outcome.ts";
import type { VariableDraft } from "./draft.ts";
import type { Uploads } from "./use-uploads.ts";

export type RowProps = {
  variable: ManifestVariable;
  draft: VariableDraft;
  /** Of a Single Run: nothing varies. */
  oneValue: boolean;
  disabled: boolean;
  /** Whether what the page finds wrong with it is shown yet. */
  showsErrors: boolean;
  /** The server's errors for it. */
  refused: VariableErrors | undefined;
  uploads: Uploads;
  onChange: (name: string, draft: VariableDraft) => void;
  onLeave: (name: string) => void;
};
