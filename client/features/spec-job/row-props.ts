import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import type { VariableErrors } from "@understudy/shared/spec-job/variable-outcome.ts";
import type { VariableDraft } from "./draft.ts";
import type { Uploads } from "./use-uploads.ts";

export type RowProps = {
  variable: ManifestVariable;
  draft: VariableDraft;
  /** In a Single Run every variable has one value. */
  hasOneValue: boolean;
  disabled: boolean;
  /** The problems that the page itself found are shown. */
  showsErrors: boolean;
  /** The server's errors for it. */
  refused: VariableErrors | undefined;
  uploads: Uploads;
  onChange: (name: string, draft: VariableDraft) => void;
  onLeave: (name: string) => void;
};
