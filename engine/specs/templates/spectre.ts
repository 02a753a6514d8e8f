/** A Spectre netlist: the runs that the neural network of a Verilog-A model is trained on. */
import { parseSpectre } from "../netlists/spectre.ts";
import { RESULT_FIELDS, readResults, readTimeout, TIMEOUT_FIELD } from "./common-fields.ts";
import { commandWords } from "./declarations.ts";
import {
  chosenParameters,
  createTemplates,
  createVariables,
  PARAMETERS_FIELD,
  placeholderEdits,
} from "./netlist-variables.ts";
import { fileField, filesField, type Template, textField } from "./template.ts";

export const SPECTRE_NNVA: Template = {
  key: "spectre_nnva",
  name: "Spectre neural network Verilog-A",
  fields: [
    fileField(
      "netlist",
      "Netlist",
      "A Spectre netlist. Its parameters lines become the variables. The netlist must write the results itself, for example with a print statement.",
    ),
    filesField("files", "Further files", "Models and other files that the netlist includes."),
    PARAMETERS_FIELD,
    ...RESULT_FIELDS,
    textField("options", "Options of spectre", "Further arguments, such as +aps -format psfascii."),
    TIMEOUT_FIELD,
  ],
  make: (fields) => {
    const netlistFile = fields.files("netlist")[0] ?? "";
    const netlist = parseSpectre(netlistFile, fields.texts);
    fields.read("netlist", netlistFile);
    for (const { file, line, message } of netlist.problems)
      fields.report("netlist", `${file}, line ${line}: ${message}`);
    const chosen = chosenParameters(netlist, fields);
    if (chosen.length === 0)
      fields.report("netlist", "It sets no parameter to a number: expected a line such as parameters w=10u");
    const added = createTemplates(placeholderEdits(chosen), fields.texts);
    const options = commandWords(fields.text("options"));
    return {
      manifest: {
        format: 1,
        variables: createVariables(chosen, netlist),
        ...readResults(fields),
        run: {
          command: ["spectre", netlistFile, "+log", "spectre.log", "-raw", "raw", ...options],
          templates: [...added.keys()],
          ...readTimeout(fields),
        },
      },
      added,
      fieldOf: { variables: "netlist", outputs: "outputs", coordinates: "coordinates", run: "options" },
    };
  },
};
