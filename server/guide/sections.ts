/** A page of the guide cut at its headings, as the search finds them. */
import GithubSlugger from "github-slugger";
import { Marked, type Token } from "marked";

const marked = new Marked({ gfm: true });

export type GuideSection = {
  heading: string;
  /** The heading's id on the page, as the client gives it (client/pages/guides/guide-html.ts). */
  anchor: string;
  /** Without marks: what people read, on one line. */
  text: string;
};

/** The text of a token and of all that is in it. */
function toText(token: Token): string {
  if (token.type === "image") return "";
  if (token.type === "table") {
    const texts: string[] = [];
    marked.walkTokens([token], (inner) => {
      if (isLeaf(inner)) texts.push(inner.text);
    });
    return texts.join(" ");
  }
  if (isLeaf(token)) return token.text;
  const within = "tokens" in token ? token.tokens : "items" in token ? token.items : [];
  const isBlock = token.type === "list" || token.type === "list_item";
  return (within ?? []).map(toText).join(isBlock ? " " : "");
}

/** Plain text, code in a line and code as a block; text in which other tokens stand is not. */
const isLeaf = (token: Token): token is Token & { text: string } =>
  ["text", "codespan", "code", "escape"].includes(token.type) &&
  !("tokens" in token && token.tokens !== undefined && token.tokens.length > 0);

/** The sections of a page, the first of which is the page's own heading with what stands below it. */
export function splitSections(markdown: string): GuideSection[] {
  const slugger = new GithubSlugger();
  const sections: (Omit<GuideSection, "text"> & { parts: string[] })[] = [];
  for (const token of marked.lexer(markdown)) {
    if (token.type === "heading") {
      const heading = toText(token);
      sections.push({ heading, anchor: slugger.slug(heading), parts: [] });
    } else sections.at(-1)?.parts.push(toText(token));
  }
  return sections.map(({ parts, ...section }) => ({
    ...section,
    text: parts.join(" ").replaceAll(/\s+/g, " ").trim(),
  }));
}
