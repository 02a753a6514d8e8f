/** The in-app guide: its table of contents, and its pages as Markdown files beside this one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GuideEntry } from "@understudy/shared/api/guide.ts";
import { formatRouteList } from "../open-api/route-list.ts";

const PAGES_FOLDER = join(import.meta.dirname, "pages");

const page = (slug: string, title: string, contents: GuideEntry[] = []): GuideEntry => ({
  slug,
  title,
  has_page: true,
  contents,
});
const group = (slug: string, title: string, contents: GuideEntry[]): GuideEntry => ({
  slug,
  title,
  has_page: false,
  contents,
});

export const GUIDE_PAGES: GuideEntry[] = [
  page("overview", "Overview"),
  page("get-started", "Get started"),
  page("jobs", "The job list"),
  group("emulators", "Emulators", [
    page("data", "Data files"),
    page("configuration", "Configuration"),
    page("emulator", "Reading an emulator"),
    page("trust", "Trust"),
    page("sensitivity", "Sensitivity"),
    page("exports", "Exports"),
  ]),
  group("objectives", "Objectives", [
    page("optimization", "Optimization"),
    page("sampling", "Sampling"),
    page("out-of-spec", "Out of Spec"),
    page("yield", "Yield"),
  ]),
  group("simulations", "Simulations", [
    page("specs", "Specs", [page("manifest", "Manifest reference")]),
    page("spec-jobs", "Jobs from specs"),
    page("resources", "Connected servers", [
      page("worker-client", "Worker client"),
      page("clusters", "Clusters"),
    ]),
  ]),
  group("scripting", "Scripting", [
    page("python", "Python client"),
    page("api-tokens", "API tokens"),
    page("api-reference", "API reference"),
  ]),
  page("together", "Working together"),
  page("files", "Files and disk space"),
  page("notifications", "Notifications"),
  group("operation", "Running the platform", [
    page("roles", "Roles"),
    page("administration", "Administration"),
    page("backup", "Backup"),
    page("scaling-out", "Scaling out"),
    page("provisioned-training", "Provisioned training"),
  ]),
];

/** Every entry with a page, in the order of the table of contents. */
export const guidePages = (entries: readonly GuideEntry[] = GUIDE_PAGES): GuideEntry[] =>
  entries.flatMap((entry) => [...(entry.has_page ? [entry] : []), ...guidePages(entry.contents)]);

/** Stands in a page where the list of all calls is inserted. */
const CALLS_PLACEHOLDER = "{{calls}}";

/** A page as Markdown; null: the guide has none of that name. */
export async function readGuidePage(slug: string): Promise<string | null> {
  const text = await readPageFile(slug);
  return text?.replace(CALLS_PLACEHOLDER, formatRouteList) ?? null;
}

/** Reads a page without the list that is inserted, so that a search does not find its many words everywhere. */
export async function readGuideText(slug: string): Promise<string | null> {
  return (await readPageFile(slug))?.replace(CALLS_PLACEHOLDER, "") ?? null;
}

async function readPageFile(slug: string): Promise<string | null> {
  const isPage = guidePages().some((entry) => entry.slug === slug);
  return isPage ? await readFile(join(PAGES_FOLDER, `${slug}.md`), "utf8") : null;
}
