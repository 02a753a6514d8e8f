import { guideRoutes } from "@understudy/shared/api/guide.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound } from "../core/problem.ts";
import { GUIDE_PAGES, readGuidePage } from "../guide/guide.ts";
import { searchGuide } from "../guide/search.ts";
import { handle } from "./request/handle.ts";

export const guideHandlers = {
  getGuide: handle(guideRoutes.getGuide, async () => ({ contents: GUIDE_PAGES })),

  searchGuide: handle(guideRoutes.searchGuide, async ({ query }) => ({
    results: await searchGuide(query.text),
  })),

  getGuidePage: handle(guideRoutes.getGuidePage, async ({ params }) => {
    const content = await readGuidePage(params.slug);
    if (content === null) throw notFound(MESSAGES.noGuidePage);
    return { content };
  }),
};
