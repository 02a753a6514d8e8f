import { templates } from "@understudy/engine/specs/templates.ts";
import { type SpecTemplate, specTemplateRoutes } from "@understudy/shared/api/spec.ts";
import { createSpecFromTemplate } from "../commands/specs/create-spec-from-template.ts";
import { notFound } from "../core/problem.ts";
import { handle } from "./request/handle.ts";

/** @throws Problem 404 when there is no such template. */
function findTemplate(key: string): SpecTemplate {
  const template = templates().find((candidate) => candidate.key === key);
  if (template === undefined) throw notFound();
  return template;
}

export const specTemplateHandlers = {
  getSpecTemplate: handle(specTemplateRoutes.getSpecTemplate, async ({ params }) =>
    findTemplate(params.spec_template_id),
  ),

  createSpecFromTemplate: handle(
    specTemplateRoutes.createSpecFromTemplate,
    async ({ web, user, params, body }) => {
      const { verbose_name, help_text, ...values } = body;
      const template = findTemplate(params.spec_template_id);
      const { _id } = await createSpecFromTemplate(web, user, template, { verbose_name, help_text }, values);
      return { id: _id };
    },
  ),
};
