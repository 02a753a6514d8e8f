import { useCallback, useState } from "react";
import type { ApiFailure, FieldErrors } from "#api/call.ts";
import { withoutChanged } from "./field-errors.ts";

type FormErrors = {
  readonly errors: FieldErrors;
  /** The form calls this on submit; it returns true if the form is complete. */
  readonly submit: () => boolean;
  /** The form calls this when fields change: the server's errors for them are cleared. Always the same function. */
  readonly change: (fields: readonly string[]) => void;
};

/**
 * The errors of a form: its missing fields, once it was submitted, and the fields that the server refused.
 * @param missing what the form lacks now
 * @param failure of the last request
 */
export function useFormErrors(missing: FieldErrors, failure: ApiFailure | null): FormErrors {
  const [wasSubmitted, setSubmitted] = useState(false);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const change = useCallback(
    (fields: readonly string[]) => setChanged((before) => new Set([...before, ...fields])),
    [],
  );
  return {
    errors: { ...withoutChanged(failure?.fields ?? {}, changed), ...(wasSubmitted && missing) },
    submit: () => {
      setSubmitted(true);
      setChanged(new Set());
      return Object.keys(missing).length === 0;
    },
    change,
  };
}
