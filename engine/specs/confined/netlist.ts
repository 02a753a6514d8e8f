/**
 * Checks whether a netlist of ngspice stays within its own folder: what it includes, what its control commands run
 * and write.
 */
import { physicalLines } from "../netlists/logical-line.ts";
import { spiceLines } from "../netlists/spice-lines.ts";

export type NetlistProblem = { readonly line: number; readonly message: string };

/** Their first word is the name of a file. */
const INCLUDE_STATEMENT = /^\.(inc\w*|lib)$/i;
/** Code models that start a program or load a library. */
const PROGRAM_MODELS = /\b(d_process|d_cosim)\b/i;

const leavesFolder = (word: string): boolean =>
  /^([/\\~]|[a-z]:)/i.test(word) || word.split(/[/\\]/).includes("..");

const unquoted = (word: string): string => word.replace(/^["'=]+|["',]+$/g, "");

const outside = (word: string) => `${word} lies outside the folder of the simulation`;

/** The first thing that leads out of the folder of the simulation; null: nothing does. */
export function problemOfNetlist(text: string): NetlistProblem | null {
  const lines = physicalLines(text);
  for (const { text: line, line: number } of lines) {
    // ngspice runs what stands in such a comment.
    const hidden = /^\s*\*#(.*)/.exec(line)?.[1];
    const message = hidden === undefined ? null : problemOfCommandLine(hidden);
    if (message !== null) return { line: number, message };
  }
  for (const { text: statement, line, isCommand } of spiceLines(lines)) {
    const isStatement = !isCommand || statement.startsWith(".");
    const message = isStatement ? problemOfStatement(statement) : problemOfCommandLine(statement);
    if (message !== null) return { line, message };
  }
  return null;
}

function problemOfStatement(statement: string): string | null {
  const [first = "", ...words] = statement.trim().split(/\s+/);
  const model = PROGRAM_MODELS.exec(statement)?.[1];
  if (model !== undefined) return `the code model ${model} starts a program`;
  const quoted = [...statement.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? "");
  // In '..' ngspice writes formulas, too: a division does not begin with a slash.
  const files = INCLUDE_STATEMENT.test(first) ? [...words.slice(0, 1).map(unquoted), ...quoted] : quoted;
  const file = files.find((word) => leavesFolder(word.trim()));
  return file === undefined ? null : outside(file);
}

function problemOfCommandLine(line: string): string | null {
  for (const command of line.split(";")) {
    const message = problemOfCommand(command.trim());
    if (message !== null) return message;
  }
  return null;
}

function problemOfCommand(command: string): string | null {
  if (command === "" || /^[*#]/.test(command)) return null;
  if (command.includes("`")) return "` ` runs what stands between them";
  const [first = "", ...words] = command.split(/\s+/);
  const name = first.toLowerCase();
  if (!CONFINED_COMMANDS.has(name)) return `the command ${first} is not run here`;
  const setting = name === "set" ? (words[0]?.split("=")[0]?.toLowerCase() ?? "") : "";
  if (REFUSED_SETTINGS.has(setting)) return `the setting ${setting} is not allowed here`;
  const targets = [...command.matchAll(/>[>&]*\s*(\S+)/g)].map((match) => match[1] ?? "");
  const named = FILE_COMMANDS.has(name) ? words.flatMap((word) => word.split("=")) : [];
  const file = [...named, ...targets].map(unquoted).find(leavesFolder);
  return file === undefined ? null : outside(file);
}

/** The control commands of ngspice that read and write nothing outside the simulation's folder and start no program. */

const ANALYSIS_COMMANDS =
  "ac dc disto fft fourier linearize meas noise op optran psd pss pz run sens sp step tf tran";
const CIRCUIT_COMMANDS =
  "alter altermod alterparam mc_source option options remcirc reset resume save setcirc stop status trace trnoise delete iplot";
const VECTOR_COMMANDS =
  "compose cutout cross deftype define destroy diff let reshape setplot setscale settype spec transpose undefine unlet unalias";
const OUTPUT_COMMANDS =
  "asciiplot display echo eprint eprvcd inventory listing mdump mrdump plot print rusage setcs show showmod strcmp strstr strslice version wrdata wrnodev write wrs2p";
const FLOW_COMMANDS =
  "begin break continue dowhile else end endif foreach goto if label repeat set unset shift quit exit while";
const READ_COMMANDS = "load snload snsave";

const CONFINED_COMMANDS: ReadonlySet<string> = new Set(
  [
    ANALYSIS_COMMANDS,
    CIRCUIT_COMMANDS,
    VECTOR_COMMANDS,
    OUTPUT_COMMANDS,
    FLOW_COMMANDS,
    READ_COMMANDS,
  ].flatMap((words) => words.split(" ")),
);

/** Their words are names of files, among others. */
const FILE_COMMANDS: ReadonlySet<string> = new Set(
  "eprvcd foreach load set snload snsave wrdata wrnodev write wrs2p".split(" "),
);

/** `set unixcom` runs words that are no commands as programs; the others name places to read from. */
const REFUSED_SETTINGS: ReadonlySet<string> = new Set(
  "unixcom sourcepath inputdir program editor lprplot5 lprps hcopydev".split(" "),
);
