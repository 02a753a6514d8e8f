import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useMemo, useState } from "react";
import { ApiFailure, call, type FieldErrors } from "#api/call.ts";
import { withoutChanged } from "#ui/field-errors.ts";
import { useAction } from "#ui/use-action.ts";
import { missingLabels } from "../new/use-new-spec.ts";
import { FILES_TIMEOUT_MS } from "../upload-files.tsx";
import { createBody } from "./body.ts";
import { createDraft, type SpecDraft } from "./draft.ts";
import { numberProblems } from "./numbers.ts";

/** The lists of a manifest that the form edits. */
export const LIST_NAMES = [
  "variables",
  "variable_groups",
  "coordinates",
  "outputs",
  "score_functions",
  "graphs",
] as const;
export type ListName = (typeof LIST_NAMES)[number];
type Item<L extends ListName> = SpecDraft[L][number];

export type Edit = {
  labels(changes: Partial<Pick<SpecDraft, "verbose_name" | "help_text">>): void;
  item<L extends ListName>(list: L, index: number, changes: Partial<Item<L>>): void;
  add<L extends ListName>(list: L, item: Item<L>): void;
  remove(list: ListName, index: number): void;
};

/** The message about an error that no field shows. */
const findUnshownMessage = ({ status, message, fields }: ApiFailure): string | null => {
  if (status === 409) return message;
  return Object.keys(fields).length > 0 ? null : MESSAGES.savingSpec;
};

/** The form's state and its errors: an error is cleared once its field changes. */
export function useSpecForm(version: SpecVersion) {
  const [stored] = useState(() => createDraft(version));
  const [draft, setDraft] = useState(stored);
  const [problems, setProblems] = useState<FieldErrors>({});
  const { run, busy } = useAction("saving the spec", { message: findUnshownMessage });

  const edit = useMemo((): Edit => {
    const mend = (...places: string[]) => setProblems((before) => withoutChanged(before, places));
    return {
      labels: (changes) => {
        setDraft((before) => ({ ...before, ...changes }));
        mend(...Object.keys(changes));
      },
      item: (list, index, changes) => {
        if (Object.keys(changes).length === 0) return;
        setDraft((before) => ({
          ...before,
          [list]: before[list].map((listItem, i) => (i === index ? { ...listItem, ...changes } : listItem)),
        }));
        mend(...Object.keys(changes).map((field) => `${list}[${index}].${field}`));
      },
      // The paths of later items change with it: their errors are cleared until the next save.
      add: (list, item) => {
        setDraft((before) => ({ ...before, [list]: [...before[list], item] }));
        mend(list);
      },
      remove: (list, index) => {
        setDraft((before) => ({ ...before, [list]: before[list].filter((_, i) => i !== index) }));
        mend(list);
      },
    };
  }, []);

  /** Creates the next version. Returns "saved", or the errors. */
  async function save(): Promise<FieldErrors | "saved"> {
    let problemsNow: FieldErrors = { ...missingLabels(draft), ...numberProblems(draft) };
    if (Object.keys(problemsNow).length === 0) {
      const isSaved = await run(async () => {
        const body = {
          source: "form-params" as const,
          source_spec_version_id: version.id,
          ...createBody(draft),
        };
        await call("createSpecVersion", { body, timeoutMs: FILES_TIMEOUT_MS }).catch((thrown: unknown) => {
          if (thrown instanceof ApiFailure) problemsNow = thrown.fields;
          throw thrown;
        });
      });
      if (isSaved) return "saved";
    }
    setProblems(problemsNow);
    return problemsNow;
  }

  return { draft, isChanged: draft !== stored, edit, problems, busy, save };
}

export type SpecForm = ReturnType<typeof useSpecForm>;
