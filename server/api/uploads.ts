import { uploadRoutes } from "@understudy/shared/api/upload.ts";
import { readContentRange } from "../commands/uploads/content-range.ts";
import { findUpload, receiveChunk } from "../commands/uploads/receive-chunk.ts";
import { isWhole } from "../models/upload.ts";
import { handle } from "./request/handle.ts";

export const uploadHandlers = {
  upload: handle(uploadRoutes.upload, async ({ web, ctx, params, user }) => {
    const upload = await receiveChunk(web, {
      userId: user._id,
      name: params.generated_file_name,
      range: readContentRange(ctx.req.headers["content-range"]),
      bytes: ctx.req,
    });
    ctx.set("Upload-Offset", String(upload.received_bytes));
    if (!isWhole(upload)) return { received: upload.received_bytes };
    ctx.status = 201;
    return { file_id: upload._id };
  }),

  uploadOffset: handle(uploadRoutes.uploadOffset, async ({ web, ctx, params, user }) => {
    const upload = await findUpload(web, user._id, params.generated_file_name);
    ctx.set("Upload-Offset", String(upload?.received_bytes ?? 0));
    return {};
  }),
};
