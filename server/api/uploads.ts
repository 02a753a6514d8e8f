import { sampleRoutes } from "@understudy/shared/api/sample.ts";
import { originalFileName, uploadRoutes } from "@understudy/shared/api/upload.ts";
import { useSample } from "../commands/jobs/replace-files.ts";
import { readContentRange } from "../commands/uploads/content-range.ts";
import { findUpload, receiveChunk } from "../commands/uploads/receive-chunk.ts";
import { notFound } from "../core/problem.ts";
import { readSamples } from "../files/samples.ts";
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

export const sampleHandlers = {
  listSamples: handle(sampleRoutes.listSamples, async () => {
    const samples = await readSamples();
    return {
      items: samples.map(({ key, name, description, rows, licence }) => ({
        key,
        name,
        description,
        rows,
        licence,
      })),
    };
  }),

  uploadSample: handle(sampleRoutes.uploadSample, async ({ web, user, params }) => {
    const sample = (await readSamples()).find(({ key }) => key === params.key);
    if (sample === undefined) throw notFound();
    const { parameters, outputs } = await useSample(web, user._id, sample);
    return {
      input_file_id: parameters._id,
      input_file_name: originalFileName(parameters.generated_file_name),
      output_file_id: outputs._id,
      output_file_name: originalFileName(outputs.generated_file_name),
    };
  }),
};
