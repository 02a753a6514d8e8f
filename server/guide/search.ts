/** The search in the guide, over headings and texts. Its pages ship with the product, so its index is made once. */
import type { GuideSearchResult } from "@understudy/shared/api/guide.ts";
import { GUIDE_SEARCH } from "@understudy/shared/limits.ts";
import GithubSlugger from "github-slugger";
import { Marked, type Token } from "marked";
import MiniSearch from "minisearch";
import { guidePages, readGuideText } from "./guide.ts";

type Indexed = GuideSection & { id: string; slug: string; page: string };
type Index = { search: MiniSearch<Indexed>; sections: ReadonlyMap<string, Indexed> };

let made: Promise<Index> | null = null;

async function makeIndex(): Promise<Index> {
  const sections = new Map<string, Indexed>();
  for (const { slug, title } of guidePages())
    for (const section of splitSections((await readGuideText(slug)) ?? "")) {
      const id = `${slug}#${section.anchor}`;
      sections.set(id, { ...section, id, slug, page: title });
    }
  const search = new MiniSearch<Indexed>({ fields: ["heading", "page", "text"], storeFields: [] });
  search.addAll([...sections.values()]);
  return { search, sections };
}

/** Beginnings of words count; mistyped letters only in words that are long enough to be recognised. */
const SEARCH_OPTIONS = {
  prefix: (term: string) => term.length > 1,
  fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
  boost: { heading: 3, page: 2 },
  combineWith: "AND",
} as const;

/** The sections that hold every word of a text, the best first. */
export async function searchGuide(text: string): Promise<GuideSearchResult[]> {
  made ??= makeIndex();
  const { search, sections } = await made;
  return search
    .search(text, SEARCH_OPTIONS)
    .slice(0, GUIDE_SEARCH.results)
    .flatMap(({ id, terms }) => {
      const section = sections.get(String(id));
      if (section === undefined) return [];
      const { slug, page, heading, anchor } = section;
      return [{ slug, page, heading, anchor, excerpt: cutExcerpt(section.text, terms), terms }];
    });
}

/** The part of a text around the first of the terms in it, cut between words. */
function cutExcerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first < GUIDE_SEARCH.before ? 0 : text.indexOf(" ", first - GUIDE_SEARCH.before) + 1;
  if (text.length - from <= GUIDE_SEARCH.excerpt) return `${from > 0 ? "… " : ""}${text.slice(from)}`;
  const cut = text.slice(from, from + GUIDE_SEARCH.excerpt);
  return `${from > 0 ? "… " : ""}${cut.slice(0, cut.lastIndexOf(" "))} …`;
}

/** A page of the guide cut at its headings, as the search finds them. */
const marked = new Marked({ gfm: true });

type GuideSection = {
  heading: string;
  /** The heading's id on the page, as the client gives it (client/features/guides/guide-html.ts). */
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
