/** The texts of a spec's files: its templates are read whole, all others only need to be there. */
import { placeholdersIn, problemOfPlaceholder } from "../placeholders.ts";
import { positionOf } from "./json.ts";
import type { KnownVariable } from "./known.ts";
import type { SpecProblem } from "./problems.ts";

/** By path, parted by slashes. Null: the file is there, and nobody has read it. */
export type SpecFiles = ReadonlyMap<string, string | Uint8Array | null>;

/** Null for what is not text in UTF-8. */
export function textOf(content: string | Uint8Array): string | null {
  if (typeof content === "string") return content.replace(/^\uFEFF/, "");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

const MAX_PROBLEMS_OF_FILE = 20;

/** What is wrong inside the templates. */
export function checkTemplates(
  templates: readonly string[],
  files: SpecFiles,
  variables: readonly KnownVariable[],
): SpecProblem[] {
  return templates.flatMap((path) => {
    const content = files.get(path);
    if (content === undefined || content === null) return [];
    const text = textOf(content);
    if (text === null || text.includes("\0")) {
      return [
        {
          file: path,
          path: "",
          line: null,
          message: "is not a text in UTF-8, so that no values can be put into it",
        },
      ];
    }
    const problems: SpecProblem[] = [];
    for (const placeholder of placeholdersIn(text)) {
      const message = problemOfPlaceholder(placeholder, variables);
      if (message === null) continue;
      problems.push({ file: path, path: "", line: positionOf(text, placeholder.offset).line, message });
      if (problems.length === MAX_PROBLEMS_OF_FILE) break;
    }
    return problems;
  });
}
