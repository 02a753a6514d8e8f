/** Finds exported functions whose parameters no doc comment describes. */
import { type ESTree, parseSync } from "rolldown/utils";
import type { Finding, Source } from "./sources.ts";

type Documentation = {
  /** The number of exported functions that take a parameter. */
  readonly functionCount: number;
  /** Those of them without `@param`. */
  readonly findings: readonly Finding[];
};

export function findUndocumentedFunctions(sources: readonly Source[]): Documentation {
  const results = sources.map(({ file, text }) => readFunctions(file, text));
  const functionCount = results.reduce((sum, functions) => sum + functions.length, 0);
  const undocumented = results.flatMap((functions) => functions.filter(({ isDocumented }) => !isDocumented));
  const findings = undocumented.map(({ file, line, name }) => ({
    file,
    line,
    text: `${name} has no @param`,
  }));
  return { functionCount, findings };
}

type ExportedFunction = { file: string; line: number; name: string; isDocumented: boolean };

/** Overloads count as one function, which is documented when one of its signatures is. */
function readFunctions(file: string, text: string): ExportedFunction[] {
  const { program, comments } = parseSync(file, text);
  const functions = new Map<string, ExportedFunction>();
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    const name = findFunctionName(statement.declaration);
    if (name === null) continue;
    const comment = comments.findLast(
      ({ type, end }) =>
        type === "Block" && end <= statement.start && text.slice(end, statement.start).trim() === "",
    );
    const isDocumented = comment?.value.includes("@param") ?? false;
    const line = text.slice(0, statement.start).split("\n").length;
    const earlier = functions.get(name);
    functions.set(name, { file, line, name, isDocumented: isDocumented || (earlier?.isDocumented ?? false) });
  }
  return [...functions.values()];
}

/** @returns the name of the function that a declaration makes; null where it makes none, or one without parameters */
function findFunctionName(declaration: ESTree.ExportNamedDeclaration["declaration"]): string | null {
  if (declaration?.type === "FunctionDeclaration" || declaration?.type === "TSDeclareFunction") {
    return declaration.params.length > 0 ? (declaration.id?.name ?? null) : null;
  }
  if (declaration?.type !== "VariableDeclaration") return null;
  const [variable] = declaration.declarations;
  if (variable?.id.type !== "Identifier") return null;
  const { init } = variable;
  const isFunction = init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression";
  return isFunction && init.params.length > 0 ? variable.id.name : null;
}
