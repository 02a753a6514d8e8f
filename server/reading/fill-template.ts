import { specFromTemplate } from "@understudy/engine/specs/templates.ts";
import { heldFiles } from "./folder-files.ts";
import type { WorkAnswer, WorkRequest } from "./tasks.ts";

export function fillTemplate({
  key,
  values,
  ...folder
}: WorkRequest<"fillTemplate">): WorkAnswer<"fillTemplate"> {
  const made = specFromTemplate(key, values, heldFiles(folder));
  return "errors" in made ? { errors: made.errors } : { files: made.files };
}
