import { scorePreviewRoutes } from "@understudy/shared/api/score-preview.ts";
import { clientAbortSignal } from "../http/client-abort-signal.ts";
import { handle } from "./request/handle.ts";
import { loadSpecVersion } from "./specs/load.ts";
import { previewScore } from "./specs/score-preview.ts";

export const scorePreviewHandlers = {
  previewScore: handle(scorePreviewRoutes.previewScore, async ({ web, ctx, user, params, body }) => {
    const { version } = await loadSpecVersion(web, user, params.spec_version_id);
    return await previewScore(web, user, version, body, clientAbortSignal(ctx));
  }),
};
