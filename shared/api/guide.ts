import { z } from "zod";
import { GUIDE_SEARCH } from "../limits.ts";
import { route } from "./route.ts";

const slug = z.string().regex(/^[a-z0-9-]{1,50}$/);

/** An entry of the guide's table of contents, with what stands under it. */
export type GuideEntry = {
  slug: string;
  title: string;
  /** False: the entry is only a heading for its contents. */
  has_page: boolean;
  contents: GuideEntry[];
};
const entry: z.ZodType<GuideEntry> = z.lazy(() =>
  z.object({
    slug: slug.describe("The page's part of the address, as in `/guides/{slug}`."),
    title: z.string(),
    has_page: z.boolean().describe("False: a heading without a page of its own."),
    contents: z.array(entry).describe("The entries below it."),
  }),
);

/** A section of a page that a search found. */
export const guideSearchResult = z.object({
  slug,
  page: z.string().describe("The page's title."),
  heading: z.string().describe("The heading of the section that was found."),
  anchor: z.string().describe("The heading's id on the page."),
  excerpt: z.string().describe("A part of the section around the words."),
  terms: z.array(z.string()).describe("The words of the guide that were found, in lower case."),
});
export type GuideSearchResult = z.infer<typeof guideSearchResult>;

export const guideRoutes = {
  getGuide: route({
    method: "GET",
    path: "/docs",
    summary: "The guide's table of contents",
    audience: "full-user",
    response: z.object({ contents: z.array(entry) }),
  }),
  searchGuide: route({
    method: "GET",
    path: "/docs:search",
    summary: "The sections of the guide that hold every word of a text, the best first",
    audience: "full-user",
    query: z.object({ text: z.string().max(GUIDE_SEARCH.text) }),
    response: z.object({
      results: z
        .array(guideSearchResult)
        .describe("The sections that contain every word, the best match first."),
    }),
  }),
  getGuidePage: route({
    method: "GET",
    path: "/docs/{slug}",
    summary: "A page of the guide, as Markdown",
    audience: "full-user",
    params: z.object({ slug: z.string().max(200) }),
    response: z.object({ content: z.string().describe("The page in Markdown.") }),
  }),
} as const;
