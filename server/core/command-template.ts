/** Command templates: words with placeholders, which become the arguments of a program. No shell ever reads them. */

/** A template without the name could not tell one machine from another. */
const NAME_PLACEHOLDER = "{name}";
const ALL_PLACEHOLDERS = [NAME_PLACEHOLDER, "{job}", "{server}"] as const;

/** The values of the placeholders: texts that the platform makes, never texts of a user. */
export type TemplateValues = Readonly<Record<"name" | "job" | "server", string>>;

/** One word: quoted parts and unquoted ones; in double quotes and outside of quotes a backslash keeps the next character as it is. */
const WORD_PATTERN = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/y;
const PART_PATTERN = /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"'\\]+)/gs;

const unquote = (word: string): string =>
  word.replace(
    PART_PATTERN,
    (_, escaped?: string, double?: string, single?: string, plain?: string) =>
      escaped ?? double?.replace(/\\(.)/gs, "$1") ?? single ?? plain ?? "",
  );

/**
 * Splits a template into words as a shell would, with quotes and backslashes and nothing else of a shell.
 * @returns the words; or why it is none, as the end of a sentence that begins with the variable's name
 */
export function parseCommandTemplate(
  template: string,
): { readonly words: string[] } | { readonly problem: string } {
  const words: string[] = [];
  for (let at = template.search(/\S/); at >= 0 && at < template.length; ) {
    WORD_PATTERN.lastIndex = at;
    const [word] = WORD_PATTERN.exec(template) ?? [];
    if (word === undefined) return { problem: "has a quote or a backslash that is not closed" };
    words.push(unquote(word));
    at += word.length;
    at += /^\s*/.exec(template.slice(at))?.[0].length ?? 0;
  }
  const [program, ...args] = words;
  if (program === undefined || program === "") return { problem: "must begin with a program" };
  if (/[{}]/.test(program)) return { problem: "must begin with a program that is always the same" };
  const unknown = words
    .flatMap((word) => word.match(/\{\w*\}/g) ?? [])
    .find((placeholder) => !ALL_PLACEHOLDERS.some((candidate) => candidate === placeholder));
  if (unknown !== undefined)
    return { problem: `has the placeholder ${unknown}; there are ${ALL_PLACEHOLDERS.join(", ")}` };
  if (!args.some((word) => word.includes(NAME_PLACEHOLDER)))
    return { problem: `must contain ${NAME_PLACEHOLDER}, the name of the machine` };
  return { words };
}

/** Puts the values into the words. A value is always within one argument, whatever it contains. */
export const fillTemplate = (words: readonly string[], values: TemplateValues): string[] =>
  words.map((word) =>
    word.replace(/\{(name|job|server)\}/g, (_, key: "name" | "job" | "server") => values[key]),
  );
