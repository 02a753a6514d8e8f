import { specRoutes, specTemplateRoutes } from "@understudy/shared/api/spec.ts";
import { audited } from "./rule.ts";

export const specAudit = {
  createSpec: audited(specRoutes.createSpec, () => ({ action: "spec-created" }), "spec"),
  createSpecFromTemplate: audited(
    specTemplateRoutes.createSpecFromTemplate,
    () => ({ action: "spec-created" }),
    "spec-version",
  ),
  createSpecVersion: audited(
    specRoutes.createSpecVersion,
    () => ({ action: "spec-changed" }),
    "spec-version",
  ),
  deleteSpecs: audited(specRoutes.deleteSpecs, ({ body }) => ({
    action: "spec-deleted",
    to: body().ids.map((id) => ({ kind: "spec", id })),
  })),
};
