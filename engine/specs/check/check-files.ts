/** The texts of a spec's files: its templates are read whole, all others only need to be there. */
import { placeholdersIn, problemOfPlaceholder } from "../language/placeholders.ts";
import type { KnownVariable } from "./known.ts";
import { createPositions } from "./positions.ts";
import type { Nearest, ProblemList, SpecProblem } from "./problems.ts";

/** By path, parted by slashes. Null: the file is there, but too large to be read. */
export type SpecFiles = Pick<ReadonlyMap<string, string | Uint8Array | null>, "get" | "has" | "keys">;

/** Decodes a file; null where it is not text in UTF-8. */
export function decodeText(content: string | Uint8Array): string | null {
  if (typeof content === "string") return content.replace(/^\uFEFF/, "");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

const MAX_PROBLEMS_OF_FILE = 20;

/** Adds what is wrong inside the templates. @param variables by name */
export function checkTemplates(
  templates: readonly string[],
  files: SpecFiles,
  variables: ReadonlyMap<string, KnownVariable>,
  { add, nearest }: Pick<ProblemList<SpecProblem>, "add"> & { readonly nearest: Nearest },
): void {
  for (const path of templates) {
    const content = files.get(path);
    if (content === undefined || content === null) continue;
    const text = decodeText(content);
    const problem = (message: string, line: number | null = null) =>
      add({ file: path, path: "", line, message });
    if (text === null || text.includes("\0")) {
      problem("is not valid UTF-8 text, so its placeholders cannot be replaced");
      continue;
    }
    const findPosition = createPositions(text);
    let problemCount = 0;
    for (const placeholder of placeholdersIn(text)) {
      const message = problemOfPlaceholder(placeholder, variables, nearest);
      if (message === null) continue;
      problem(message, findPosition(placeholder.offset).line);
      if (++problemCount === MAX_PROBLEMS_OF_FILE) break;
    }
  }
}
