/** The in-app guide: its table of contents, and its pages as Markdown files beside this one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GuideEntry } from "@understudy/shared/api/guide.ts";

const PAGES = join(import.meta.dirname, "pages");

const page = (slug: string, title: string): GuideEntry => ({ slug, title, has_page: true, contents: [] });
const group = (slug: string, title: string, contents: GuideEntry[]): GuideEntry => ({
  slug,
  title,
  has_page: false,
  contents,
});

export const GUIDE: GuideEntry[] = [
  page("overview", "Overview"),
  page("jobs", "The job list"),
  page("data", "Emulators from your data"),
  page("optimization", "Optimization"),
  page("sampling", "Sampling"),
  page("out-of-spec", "Out of Spec"),
  page("yield", "Yield"),
  group("simulations", "Simulations", [page("specs", "Specs"), page("resources", "Connected servers")]),
  page("files", "Files and disk space"),
  group("scripting", "Scripting", [
    page("python", "The Python user client"),
    page("api-tokens", "API tokens"),
  ]),
  page("notifications", "Notifications"),
  page("roles", "Roles"),
];

const hasPage = (entries: readonly GuideEntry[], slug: string): boolean =>
  entries.some((entry) => (entry.has_page && entry.slug === slug) || hasPage(entry.contents, slug));

/** A page as Markdown; null: the guide has none of that name. */
export async function readGuidePage(slug: string): Promise<string | null> {
  return hasPage(GUIDE, slug) ? await readFile(join(PAGES, `${slug}.md`), "utf8") : null;
}
