/** `name=value` pairs of a statement, with values that may be expressions, bracketed, quoted or spaced out. */

export type Assignment = {
  readonly name: string;
  /** The value as written, brackets and quotes included. */
  readonly text: string;
  /** The positions where it begins and ends in the statement. */
  readonly start: number;
  readonly end: number;
  /** `f(x)=...` defines a function, not a parameter. */
  readonly isFunction: boolean;
};

const NAME_PATTERN = /[A-Za-z_][\w.#!]*/y;
/** The next name that is given a value: where an unquoted value ends. */
const NEXT_ASSIGNMENT = /[\s,]+[A-Za-z_][\w.#!]*\s*(?:\([^()=]{0,200}\)\s*)?=(?!=)/y;
const CLOSING_BRACKETS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** @returns the pairs, and where something stands that is none (null: all is well) */
export function readAssignments(
  statement: string,
  from: number,
): { assignments: Assignment[]; unread: number | null } {
  const assignments: Assignment[] = [];
  let at = skipBlanks(statement, from);
  while (at < statement.length) {
    NAME_PATTERN.lastIndex = at;
    const name = NAME_PATTERN.exec(statement)?.[0];
    if (name === undefined) return { assignments, unread: at };
    let equals = skipBlanks(statement, at + name.length);
    const isFunction = statement[equals] === "(";
    if (isFunction) equals = skipBlanks(statement, closing(statement, equals));
    if (statement[equals] !== "=") return { assignments, unread: at };
    const start = skipBlanks(statement, equals + 1);
    const end = valueEnd(statement, start);
    assignments.push({ name, text: statement.slice(start, end), start, end, isFunction });
    at = skipBlanks(statement, Math.max(end, start));
  }
  return { assignments, unread: null };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s,]/.test(text.charAt(at))) at++;
  return at;
}

/** Behind the value: at the next assignment, or at the end, blanks left out. */
function valueEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "'" || character === '"' || CLOSING_BRACKETS[character] !== undefined) {
      at = closing(text, at);
    } else if (/[\s,]/.test(character)) {
      NEXT_ASSIGNMENT.lastIndex = at;
      if (NEXT_ASSIGNMENT.test(text)) return at;
      at = skipBlanks(text, at);
    } else at++;
  }
  return start + text.slice(start, at).trimEnd().length;
}

/** Behind the bracket or quote that closes the one at `start`; the end of the text where none does. */
function closing(text: string, start: number): number {
  const first = text.charAt(start);
  const close = CLOSING_BRACKETS[first];
  if (close === undefined) {
    const end = text.indexOf(first, start + 1);
    return end === -1 ? text.length : end + 1;
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === first) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The value without the brackets or quotes around all of it. */
export function bare(text: string): string {
  let value = text.trim();
  for (let layer = 0; layer < 10; layer++) {
    const wrapped =
      value.length > 1 &&
      (CLOSING_BRACKETS[value.charAt(0)] !== undefined || value.startsWith("'") || value.startsWith('"')) &&
      closing(value, 0) === value.length &&
      value.endsWith(CLOSING_BRACKETS[value.charAt(0)] ?? value.charAt(0));
    if (!wrapped) break;
    value = value.slice(1, -1).trim();
  }
  return value;
}

/** Names in an expression; letters behind digits are scale factors, names before a bracket are functions. */
export function namesInExpression(text: string): string[] {
  const names = text.matchAll(/(?<![\w.])([A-Za-z_]\w*)(?!\w)(?!\s{0,20}\()/g);
  return [...new Set([...names].map(([, name = ""]) => name))];
}
