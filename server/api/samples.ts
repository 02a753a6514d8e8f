import { sampleRoutes } from "@understudy/shared/api/sample.ts";
import { originalFileName } from "@understudy/shared/api/upload.ts";
import { useSample } from "../commands/jobs/replace-files.ts";
import { notFound } from "../core/problem.ts";
import { readSamples } from "../files/samples.ts";
import { handle } from "./request/handle.ts";

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
