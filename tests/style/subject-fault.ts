const MAX_LENGTH = 72;
/** The area is a word or a few, such as `server` or `bench report`. */
const SUBJECT_FORM = /^[a-z][^:]{0,30}: \S/;

/**
 * Checks the subject of a commit.
 * @returns what is wrong with it, as the end of a sentence; null: nothing
 */
export function describeSubjectFault(subject: string): string | null {
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters; ${MAX_LENGTH} are allowed`;
  if (!SUBJECT_FORM.test(subject)) return "does not have the form `area: imperative`";
  return subject.endsWith(".") ? "ends with a full stop" : null;
}
