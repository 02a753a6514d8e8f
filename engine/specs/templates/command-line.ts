/** A program with its variables and outputs. */
import { RESULT_FIELDS, readResults, readTimeout, TIMEOUT_FIELD } from "./common-fields.ts";
import { commandWords, declareAll, declareVariable } from "./declarations.ts";
import { filesField, type Template, textField } from "./template.ts";

export const COMMAND_LINE: Template = {
  key: "command_line",
  name: "Command line program",
  fields: [
    filesField(
      "files",
      "Files",
      "The files that the program needs. In files that end in .tmpl, {{name}} is replaced by the value of a variable; model.in.tmpl becomes model.in.",
    ),
    textField(
      "command",
      "Command",
      "The program and its arguments, such as python3 model.py {{width}}. It does not run in a shell. All values are also in variables.json.",
      true,
    ),
    textField(
      "variables",
      "Variables",
      'One per line: width = 20u in 5u .. 60u [m] for a number with its range, n = 3 in 1 .. 8 integer, corner = tt | ss | ff, label = "text", mesh = file.',
      true,
    ),
    ...RESULT_FIELDS,
    TIMEOUT_FIELD,
  ],
  make: (fields) => {
    const variables = declareAll(fields.text("variables"), declareVariable, (message) =>
      fields.report("variables", message),
    );
    const templates = fields.files("files").filter((name) => name.endsWith(".tmpl"));
    const run = { command: commandWords(fields.text("command")), templates, ...readTimeout(fields) };
    return {
      manifest: { format: 1, variables, ...readResults(fields), run },
      added: new Map(),
      fieldOf: { variables: "variables", outputs: "outputs", coordinates: "coordinates", run: "command" },
    };
  },
};
