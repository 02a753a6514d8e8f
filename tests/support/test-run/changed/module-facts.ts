/**
 * Reads what leads from one module to other files: its imports, and its literals, which may name paths, calls and addresses.
 * Rolldown's parser does the work. The syntax tree costs three times as much as the list of imports, so it is only made on demand.
 */
import { type ESTree, type ParseResult, parseSync, Visitor } from "rolldown/utils";

/** Stands in a literal's text for what a template inserts. */
export const TEMPLATE_HOLE = "\0";

/**
 * A `path` is an argument of a function that joins paths, a `glob` one of a function that lists files, an `address` one of
 * `goto`; a `pattern` is a regular expression.
 */
export type Literal = {
  readonly text: string;
  readonly use: "value" | "path" | "glob" | "address" | "pattern";
};

/** `imported` is `*` for a namespace. */
type ImportedName = { readonly local: string; readonly imported: string };
type Import = { readonly specifier: string; readonly names: readonly ImportedName[] };

/** This is what one top-level function or class holds, or all code outside of them. */
export type CodeFacts = {
  readonly literals: Literal[];
  readonly dynamicImports: string[];
  /** Identifiers, without the properties of member expressions. */
  readonly mentions: Set<string>;
  /** Properties that are read, as `web.exports` or `{ exports } = web`. */
  readonly members: Set<string>;
  /** Identifiers that are passed on whole, as in `Object.keys(routes)`. */
  readonly passed: Set<string>;
};

export type ModuleFacts = {
  /** Everything that is named after `from`, types included. */
  readonly specifiers: ReadonlySet<string>;
  /** Static imports and re-exports of values; `import type` does nothing when a program runs. */
  readonly imports: readonly Import[];
  readonly reexports: readonly { specifier: string; exported: string; imported: string }[];
  /** By the name of the top-level function or class; all other code runs when the module is imported and is under "". */
  readonly code: ReadonlyMap<string, CodeFacts>;
};

const PATH_JOINERS = new Set(["join", "resolve", "URL", "fileURLToPath"]);
const FILE_LISTERS = new Set(["glob", "globSync"]);

/**
 * @param needsCode gets each piece of the text between two quotes, literals and what stands between them alike. Where it is false
 *   for all, and nothing is imported dynamically, no syntax tree is made and `code` is empty.
 */
export function readModule(file: string, text: string, needsCode: (piece: string) => boolean): ModuleFacts {
  const parsed = parseSync(file, text);
  const imports: Import[] = [];
  const reexports: { specifier: string; exported: string; imported: string }[] = [];
  const specifiers = new Set<string>();
  for (const { moduleRequest, entries } of parsed.module.staticImports) {
    specifiers.add(moduleRequest.value);
    const values = entries.filter(({ isType }) => !isType);
    if (entries.length > 0 && values.length === 0) continue;
    const names = values.map(({ importName, localName }) => ({
      local: localName.value,
      imported: importName.kind === "Default" ? "default" : (importName.name ?? "*"),
    }));
    imports.push({ specifier: moduleRequest.value, names });
  }
  for (const { moduleRequest, isType, importName, exportName } of parsed.module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    if (moduleRequest === null) continue;
    specifiers.add(moduleRequest.value);
    if (isType) continue;
    imports.push({ specifier: moduleRequest.value, names: [] });
    const specifier = moduleRequest.value;
    reexports.push({ specifier, exported: exportName.name ?? "*", imported: importName.name ?? "*" });
  }
  const isDynamic = parsed.module.dynamicImports.length > 0;
  const pieces = text.split(/["'`]/);
  const needsTree = isDynamic || pieces.some((piece) => !specifiers.has(piece) && needsCode(piece));
  return { specifiers, imports, reexports, code: needsTree ? readCode(parsed) : new Map() };
}

type Range = { readonly name: string; readonly start: number; readonly end: number };

/** Finds top-level functions and classes. They do not run when the module is imported. */
function findDeclarations(program: ESTree.Program): Range[] {
  return program.body.flatMap((statement): Range[] => {
    const isExport =
      statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
    const declaration = isExport ? statement.declaration : statement;
    if (declaration?.type === "FunctionDeclaration" || declaration?.type === "ClassDeclaration") {
      const name = statement.type === "ExportDefaultDeclaration" ? "default" : (declaration.id?.name ?? "");
      return [{ name, start: declaration.start, end: declaration.end }];
    }
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap(({ id, init, start, end }) => {
      const isFunction = init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression";
      return isFunction && id.type === "Identifier" ? [{ name: id.name, start, end }] : [];
    });
  });
}

const createFacts = (): CodeFacts => ({
  literals: [],
  dynamicImports: [],
  mentions: new Set(),
  members: new Set(),
  passed: new Set(),
});

function readTemplate({ quasis }: ESTree.TemplateLiteral): string {
  return quasis.map(({ value }) => value.cooked ?? value.raw).join(TEMPLATE_HOLE);
}

/** Reads the text of a string or a template; null for other expressions. */
function readText(node: ESTree.Argument): string | null {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  return node.type === "TemplateLiteral" ? readTemplate(node) : null;
}

function nameOfCallee(callee: ESTree.Expression): string {
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier"
    ? callee.property.name
    : "";
}

function readCode({ program }: ParseResult): Map<string, CodeFacts> {
  const declarations = findDeclarations(program);
  const code = new Map<string, CodeFacts>([["", createFacts()]]);
  const factsAt = (position: number): CodeFacts => {
    const name = declarations.find(({ start, end }) => start <= position && position < end)?.name ?? "";
    const facts = code.get(name) ?? createFacts();
    code.set(name, facts);
    return facts;
  };
  /** These literals and identifiers, by position, name no value: they stand in imports, in types, or after a dot. */
  const skipped = new Set<number>();
  const uses = new Map<number, Literal["use"]>();
  const add = (position: number, text: string, use: Literal["use"] = uses.get(position) ?? "value") => {
    if (!skipped.has(position)) factsAt(position).literals.push({ text, use });
  };
  const readCall = (callee: ESTree.Expression, args: readonly ESTree.Argument[], position: number) => {
    const name = nameOfCallee(callee);
    const use = PATH_JOINERS.has(name) ? "path" : FILE_LISTERS.has(name) ? "glob" : null;
    const texts = args.map(readText);
    for (const arg of args) {
      if (use !== null) uses.set(arg.start, use);
      else if (name === "goto") uses.set(arg.start, "address");
      if (arg.type === "Identifier") factsAt(position).passed.add(arg.name);
    }
    const last = texts.lastIndexOf(null);
    if (use === "path" && texts.length - last > 2) add(position, texts.slice(last + 1).join("/"), "path");
  };
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      skipped.add(source.start);
      for (const { start, local } of specifiers) skipped.add(start).add(local.start);
    },
    ExportNamedDeclaration: ({ source }) => void (source && skipped.add(source.start)),
    ExportAllDeclaration: ({ source }) => void skipped.add(source.start),
    TSLiteralType: ({ literal }) => void skipped.add(literal.start),
    TSImportType: ({ source }) => void skipped.add(source.start),
    ImportExpression: ({ source, start }) => {
      const text = readText(source);
      skipped.add(source.start);
      if (text !== null) factsAt(start).dynamicImports.push(text);
    },
    CallExpression: (node) => readCall(node.callee, node.arguments, node.start),
    NewExpression: (node) => readCall(node.callee, node.arguments, node.start),
    MemberExpression: ({ computed, object, property }) => {
      if (computed || property.type !== "Identifier") return;
      skipped.add(property.start);
      factsAt(property.start).members.add(property.name);
      // `routes.listTags` names a route as the string does.
      if (object.type === "Identifier" && object.name === "routes") {
        factsAt(property.start).literals.push({ text: property.name, use: "value" });
      }
    },
    ObjectPattern: ({ properties }) => {
      for (const property of properties) {
        if (property.type !== "Property" || property.key.type !== "Identifier") continue;
        factsAt(property.start).members.add(property.key.name);
      }
    },
    Identifier: ({ name, start }) => void (skipped.has(start) || factsAt(start).mentions.add(name)),
    Literal: (node) => {
      if ("regex" in node) add(node.start, node.regex.pattern, "pattern");
      else if (typeof node.value === "string") add(node.start, node.value);
    },
    TemplateLiteral: (node) => add(node.start, readTemplate(node)),
  }).visit(program);
  return code;
}
