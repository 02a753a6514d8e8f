import { specFromTemplate } from "@understudy/engine/specs/templates.ts";
import { heldFiles } from "./folder-files.ts";
import type { Found, Given } from "./tasks.ts";

export function fillTemplate({ key, values, ...folder }: Given<"fillTemplate">): Found<"fillTemplate"> {
  const made = specFromTemplate(key, values, heldFiles(folder));
  return "errors" in made ? { errors: made.errors } : { files: made.files };
}
