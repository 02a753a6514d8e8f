import { z } from "zod";
import { route } from "./route.ts";

const slug = z.string().regex(/^[a-z0-9-]{1,50}$/);

/** An entry of the guide's table of contents, with what stands under it. */
export type GuideEntry = {
  slug: string;
  title: string;
  /** False: only a heading for its contents. */
  has_page: boolean;
  contents: GuideEntry[];
};
const entry: z.ZodType<GuideEntry> = z.lazy(() =>
  z.object({ slug, title: z.string(), has_page: z.boolean(), contents: z.array(entry) }),
);

export const guideRoutes = {
  getGuide: route({
    method: "GET",
    path: "/docs",
    summary: "The guide's table of contents",
    audience: "full-user",
    response: z.object({ contents: z.array(entry) }),
  }),
  getGuidePage: route({
    method: "GET",
    path: "/docs/{slug}",
    summary: "A page of the guide, as Markdown",
    audience: "full-user",
    params: z.object({ slug: z.string().max(200) }),
    response: z.object({ content: z.string() }),
  }),
} as const;
