/**
 * Specs that a demo server runs: `ngspice -b FILE` on netlists that stay within the folder of the simulation. The simulator itself
 * has no system and sees no other folder; this says so before anything runs, in words.
 */
import { MANIFEST_FILE, type SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { decodeText, type SpecFiles } from "../check/check-files.ts";
import { problemOfPath, renderedName } from "../language/paths.ts";
import { placeholdersIn } from "../language/placeholders.ts";
import { problemOfNetlist } from "./netlist.ts";

type Run = Pick<SpecManifest["run"], "command" | "platforms">;

const INITIALISATION_FILE = /(^|\/)(\.spiceinit|spinit)(\.tmpl)?$/i;

/** Why the command is not one of those, as a sentence; null: it is. Such servers are no Windows machines. */
function problemOfRun({ command, platforms }: Run): string | null {
  const commands = [platforms.linux?.command ?? command, platforms.macos?.command ?? command];
  return commands.map(problemOfCommand).find((problem) => problem !== null) ?? null;
}

function problemOfCommand([program = "", option, file, ...more]: readonly string[]): string | null {
  if (program !== "ngspice") return `This one runs ${program}.`;
  const isPlain = option === "-b" && file !== undefined && more.length === 0;
  const isFile = isPlain && !file.startsWith("-") && problemOfPath(file) === null;
  return isFile && placeholdersIn(file).next().done === true
    ? null
    : "This one runs ngspice in another way than ngspice -b FILE, on a file of the spec.";
}

/** Describes the problem of one file of the folder, as a sentence. @param content null: it is too large to be read */
function problemOfFile(path: string, content: string | Uint8Array | null): string | null {
  if (INITIALISATION_FILE.test(path)) return `${path} would change what ngspice does at its start.`;
  if (content === null) return `${path} is too large.`;
  const text = decodeText(content);
  const problem = text === null ? null : problemOfNetlist(text);
  return problem === null ? null : `${path}, line ${problem.line}: ${problem.message}.`;
}

/**
 * Why a demo server does not run a spec, as a sentence; null: it does.
 * @param files of the spec, or of one simulation's folder with all values in place
 */
export function problemOfConfinement({ run }: Pick<SpecManifest, "run">, files: SpecFiles): string | null {
  const problem = problemOfRun(run);
  if (problem !== null) return problem;
  const [, , main = ""] = run.command;
  const paths = [...files.keys()].filter((path) => path !== MANIFEST_FILE);
  if (!paths.some((path) => renderedName(path) === main)) return `${main} is not a file of the spec.`;
  for (const path of paths) {
    const fileProblem = problemOfFile(path, files.get(path) ?? null);
    if (fileProblem !== null) return fileProblem;
  }
  return null;
}
