/** The HTML of a page of the guide: the pages ship with the product, so that their own HTML needs no cleaning. */
import GithubSlugger from "github-slugger";
import { Marked, type Tokens } from "marked";

type Scheme = "light" | "dark";

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Files that the server sends are no pages of the product's router: they open in a tab of their own. */
const SERVER_FILE = /^\/(?:api|static)\//;

/**
 * @param scheme of the pictures: `![What it shows](emulator)` is `/static/guide/emulator-light.webp` or the dark one
 * @returns HTML whose headings are links to themselves, with the anchors that server/guide/search.ts gives
 */
export function guideHtml(markdown: string, scheme: Scheme): string {
  const slugger = new GithubSlugger();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        const id = slugger.slug(this.parser.parseInline(tokens, this.parser.textRenderer));
        return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        if (!SERVER_FILE.test(href)) return false;
        return `<a href="${escapeHtml(href)}" target="_blank" rel="noreferrer">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const source = `/static/guide/${href}-${scheme}.webp`;
        return `<a href="${source}" target="_blank" rel="noreferrer" data-picture><img src="${source}" alt="${escapeHtml(text)}" loading="lazy" /></a>`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}
