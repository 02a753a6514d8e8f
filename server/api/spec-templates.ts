import { templates } from "@understudy/engine/specs/templates.ts";
import { type SpecTemplate, specTemplateRoutes } from "@understudy/shared/api/spec.ts";
import { createSpecFromTemplate } from "../commands/specs/create-spec-from-template.ts";
import { notFound } from "../problem.ts";
import { handle } from "./handle.ts";

/** @throws Problem 404 when there is no such template. */
function templateOf(key: string): SpecTemplate {
  const template = templates().find((one) => one.key === key);
  if (template === undefined) throw notFound();
  return template;
}

export const specTemplateHandlers = {
  getSpecTemplate: handle(specTemplateRoutes.getSpecTemplate, async ({ params }) =>
    templateOf(params.spec_template_id),
  ),

  createSpecFromTemplate: handle(
    specTemplateRoutes.createSpecFromTemplate,
    async ({ web, user, params, body }) => {
      const { verbose_name, help_text, ...values } = body;
      const template = templateOf(params.spec_template_id);
      const { _id } = await createSpecFromTemplate(web, user, template, { verbose_name, help_text }, values);
      return { id: _id };
    },
  ),
};
