/** Finds what makes code hard to read for somebody who did not write it. `.github/STYLE.md` has the rules with examples. */
import { SyntaxKind } from "typescript/unstable/ast";
import { createScanner } from "typescript/unstable/ast/scanner";

export const WORD_RULES = [
  "vague name",
  "one-word constant",
  "xOf function",
  "comment without a sentence",
] as const;
export type WordRule = (typeof WORD_RULES)[number];
/** `line` counts from 1. */
export type WordHit = { readonly line: number; readonly rule: WordRule; readonly text: string };

/** Pronouns, participles and adjectives that stand where a noun should. */
const VAGUE_NAMES = new Set(
  (
    "one own found known given wanted kept asked told said seen likely little wider nearer whole thing things " +
    "what whose which them others away apart beside worth look looked hear heard obey"
  ).split(" "),
);
const WORD_PATTERN = /(?<![\w$])[a-z]+(?![\w$])/g;
const ONE_WORD_CONSTANT = /(?<![\w$#.])(?:const|let|var)\s+([A-Z][A-Z0-9]*)\s*[:=]/g;
const X_OF = /\b(?:function\*?|const|let)\s+([a-z]\w*Of)\b\s*[=(<:]/g;
const NON_SENTENCE_OPENING = /^(?:Of|What|How|Where|Whether|Whose|Which)\b/;

/** @returns every hit of one TypeScript file, line by line; comments that are no sentence come last */
export function findWordHits(text: string): WordHit[] {
  const { code, docComments } = separateComments(text);
  const hits: WordHit[] = [];
  code.split("\n").forEach((content, index) => {
    const add = (rule: WordRule, word: string) => hits.push({ line: index + 1, rule, text: word });
    for (const [, name = ""] of content.matchAll(ONE_WORD_CONSTANT)) add("one-word constant", name);
    for (const [, name = ""] of content.matchAll(X_OF)) add("xOf function", name);
    for (const [word] of content.matchAll(WORD_PATTERN)) if (VAGUE_NAMES.has(word)) add("vague name", word);
  });
  for (const { line, firstLine } of docComments) {
    if (NON_SENTENCE_OPENING.test(firstLine))
      hits.push({ line, rule: "comment without a sentence", text: firstLine });
  }
  return hits;
}

type DocComment = { readonly line: number; readonly firstLine: string };

/**
 * Blanks comments, strings and the texts of templates, so that only code is left, in the same columns and lines. Regular
 * expressions, the text between JSX tags, and strings within an insertion of a template (`${...}`) count as code.
 */
function separateComments(text: string): { code: string; docComments: DocComment[] } {
  const scanner = createScanner(false, undefined, text);
  const pieces: string[] = [];
  const docComments: DocComment[] = [];
  /** The number of braces that are open within each insertion, the innermost last. */
  const openBraces: number[] = [];
  let line = 1;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    const depth = openBraces.length;
    const braces = openBraces.at(-1) ?? 0;
    if (kind === SyntaxKind.CloseBraceToken && depth > 0 && braces === 0)
      kind = scanner.reScanTemplateToken(false);
    else if (kind === SyntaxKind.CloseBraceToken && depth > 0) openBraces[depth - 1] = braces - 1;
    if (kind === SyntaxKind.OpenBraceToken && depth > 0) openBraces[depth - 1] = braces + 1;
    if (kind === SyntaxKind.TemplateHead) openBraces.push(0);
    if (kind === SyntaxKind.TemplateTail) openBraces.pop();

    const start = scanner.getTokenStart();
    // The scanner does not advance past a lone number sign, which stands in regular expressions only.
    if (scanner.getTokenEnd() === start) scanner.resetTokenState(start + 1);
    const token = text.slice(start, scanner.getTokenEnd());
    if (kind === SyntaxKind.MultiLineCommentTrivia && token.startsWith("/**")) {
      docComments.push({ line, firstLine: readFirstLine(token) });
    }
    const isEndOfInsertion = kind === SyntaxKind.TemplateMiddle || kind === SyntaxKind.TemplateTail;
    const isInsideTemplate = depth > (isEndOfInsertion ? 1 : 0);
    pieces.push(TEXT_TOKENS.has(kind) && !isInsideTemplate ? token.replace(/[^\n]/g, " ") : token);
    line += token.split("\n").length - 1;
  }
  return { code: pieces.join(""), docComments };
}

const TEXT_TOKENS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.SingleLineCommentTrivia,
  SyntaxKind.MultiLineCommentTrivia,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);

function readFirstLine(comment: string): string {
  const words = comment.replace(/^\/\*+|\*+\/$/g, "").replace(/^\s*\*/gm, "");
  return words.trim().split("\n")[0] ?? "";
}
