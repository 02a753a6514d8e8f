/** spec.json as text: every mistake of its writing with line and column, and the line of any place in it. */

import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Place } from "./problems.ts";

export type JsonFile =
  | { readonly value: unknown; readonly lineOf: (place: Place) => number | null }
  | { readonly problems: readonly { readonly line: number; readonly message: string }[] };

const MAX_CHARACTERS = 1024 ** 2;
const MAX_PROBLEMS = 20;

export function parseJson(text: string): JsonFile {
  if (text.length > MAX_CHARACTERS) {
    return { problems: [{ line: 1, message: "a manifest may be at most 1 MB long" }] };
  }
  const errors: ParseError[] = [];
  const root = parsedTree(text, errors);
  if (root === "too deep") return { problems: [{ line: 1, message: "it is nested too deeply" }] };
  if (errors.length > 0 || root === undefined) {
    const offsets = errors.length > 0 ? errors : [{ error: 0, offset: 0, length: 0 }];
    return {
      problems: offsets.slice(0, MAX_PROBLEMS).map((error) => {
        const { line, column } = positionOf(text, error.offset);
        return { line, message: `this is not JSON: ${meaning(error)} (line ${line}, column ${column})` };
      }),
    };
  }
  const twice = repeatedKeys(root);
  if (twice.length > 0) {
    return {
      problems: twice.slice(0, MAX_PROBLEMS).map(({ value, offset }) => ({
        line: positionOf(text, offset).line,
        message: `${JSON.stringify(value)} is written twice in the same braces`,
      })),
    };
  }
  return {
    value: getNodeValue(root),
    lineOf: (place) => {
      // Of a thing that is missing, the line of what it is missing in.
      for (let length = place.length; length >= 0; length--) {
        const node = findNodeAtLocation(root, place.slice(0, length));
        if (node !== undefined) return positionOf(text, node.offset).line;
      }
      return null;
    },
  };
}

function parsedTree(text: string, errors: ParseError[]): ReturnType<typeof parseTree> | "too deep" {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (error instanceof RangeError) return "too deep";
    throw error;
  }
}

/** Of a name that an object has twice, JSON keeps the last value without a word. */
function repeatedKeys(node: Node): Node[] {
  const keys =
    node.type === "object" ? (node.children ?? []).flatMap(({ children }) => children?.[0] ?? []) : [];
  const seen = new Set<unknown>();
  const twice = keys.filter(({ value }) => {
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated;
  });
  return [...twice, ...(node.children ?? []).flatMap(repeatedKeys)];
}

/** Lines and columns from 1. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}

function meaning({ error }: ParseError): string {
  switch (printParseErrorCode(error)) {
    case "PropertyNameExpected":
      return "a name in double quotes is expected; is there a comma too many?";
    case "ValueExpected":
      return "a value is expected; is there a comma too many?";
    case "ColonExpected":
      return "a colon is expected";
    case "CommaExpected":
      return "a comma is expected";
    case "CloseBraceExpected":
      return "a closing } is missing";
    case "CloseBracketExpected":
      return "a closing ] is missing";
    case "EndOfFileExpected":
      return "there is something after the end";
    case "InvalidCommentToken":
    case "UnexpectedEndOfComment":
      return "JSON has no comments";
    case "UnexpectedEndOfString":
      return "a text is not closed with a double quote";
    case "UnexpectedEndOfNumber":
    case "InvalidNumberFormat":
      return "this is not a number";
    case "InvalidUnicode":
    case "InvalidEscapeCharacter":
      return 'a text holds a backslash that means nothing there; a backslash itself is written "\\\\"';
    case "InvalidCharacter":
      return "a text holds a control character";
    default:
      return "something here does not belong";
  }
}
