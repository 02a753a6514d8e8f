/** spec.json as text: every mistake of its writing with line and column, and the line of any place in it. */

import { measureJson } from "@understudy/shared/json-size.ts";
import { MANIFEST_LIMITS } from "@understudy/shared/limits.ts";
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { createPositions } from "./positions.ts";
import { type Place, quotedValue } from "./problems.ts";

export type JsonFile =
  | { readonly value: unknown; readonly lineOf: (place: Place) => number | null }
  | {
      readonly problems: readonly { readonly line: number; readonly message: string }[];
      /** The number of further problems that are not listed. */
      readonly more: number;
    };

const MAX_PROBLEMS = 20;
export const TOO_LONG = "a manifest may have at most 1 MB";

export function parseJson(text: string): JsonFile {
  if (text.length > MANIFEST_LIMITS.maxCharacters) {
    return only(TOO_LONG);
  }
  if (measureJson(text).depth > MANIFEST_LIMITS.maxDepth) {
    return only(`it is nested more than ${MANIFEST_LIMITS.maxDepth} levels deep`);
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const findPosition = createPositions(text);
  if (errors.length > 0 || root === undefined) {
    const offsets = errors.length > 0 ? errors : [{ error: 0, offset: 0, length: 0 }];
    return {
      problems: offsets.slice(0, MAX_PROBLEMS).map((error) => {
        const { line, column } = findPosition(error.offset);
        return {
          line,
          message: `this is not valid JSON: ${meaning(error)} (line ${line}, column ${column})`,
        };
      }),
      more: Math.max(0, offsets.length - MAX_PROBLEMS),
    };
  }
  const twice = repeatedKeys(root);
  if (twice.length > 0) {
    return {
      problems: twice.slice(0, MAX_PROBLEMS).map(({ value, offset }) => ({
        line: findPosition(offset).line,
        message: `the name ${quotedValue(value)} occurs twice in the same object`,
      })),
      more: Math.max(0, twice.length - MAX_PROBLEMS),
    };
  }
  return {
    value: getNodeValue(root),
    lineOf: (place) => {
      // Of a thing that is missing, the line of what it is missing in.
      for (let length = place.length; length >= 0; length--) {
        const node = findNodeAtLocation(root, place.slice(0, length));
        if (node !== undefined) return findPosition(node.offset).line;
      }
      return null;
    },
  };
}

const only = (message: string) => ({ problems: [{ line: 1, message }], more: 0 });

/** Lists the names that an object has twice: JSON keeps the last value without a word. */
function repeatedKeys(node: Node): Node[] {
  const keys =
    node.type === "object" ? (node.children ?? []).flatMap(({ children }) => children?.[0] ?? []) : [];
  const earlierKeys = new Set<unknown>();
  const twice = keys.filter(({ value }) => {
    const isRepeated = earlierKeys.has(value);
    earlierKeys.add(value);
    return isRepeated;
  });
  return twice.concat((node.children ?? []).flatMap(repeatedKeys));
}

function meaning({ error }: ParseError): string {
  switch (printParseErrorCode(error)) {
    case "PropertyNameExpected":
      return "expected a name in double quotes (is there an extra comma?)";
    case "ValueExpected":
      return "expected a value (is there an extra comma?)";
    case "ColonExpected":
      return "expected a colon";
    case "CommaExpected":
      return "expected a comma";
    case "CloseBraceExpected":
      return "a closing } is missing";
    case "CloseBracketExpected":
      return "a closing ] is missing";
    case "EndOfFileExpected":
      return "unexpected text after the end";
    case "InvalidCommentToken":
    case "UnexpectedEndOfComment":
      return "comments are not allowed in JSON";
    case "UnexpectedEndOfString":
      return "a string has no closing double quote";
    case "UnexpectedEndOfNumber":
    case "InvalidNumberFormat":
      return "invalid number";
    case "InvalidUnicode":
    case "InvalidEscapeCharacter":
      return 'a string contains an invalid escape sequence; a backslash itself is written "\\\\"';
    case "InvalidCharacter":
      return "a string contains a control character";
    default:
      return "unexpected character";
  }
}
