import { specRoutes } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { createSpec } from "../../commands/specs/create-spec.ts";
import { deleteSpecs } from "../../commands/specs/delete-specs.ts";
import { updateSpecFiles, updateSpecForm } from "../../commands/specs/update-spec.ts";
import { canChangeSpec } from "../../policies/spec.ts";
import { presentSpecDetail, presentSpecVersion } from "../../presenters/spec.ts";
import { Problem } from "../../problem.ts";
import { handle } from "../handle.ts";
import { listSpecs } from "./list-specs.ts";
import { loadManagedSpecVersion, loadSpec, loadSpecVersion } from "./load.ts";

export const specHandlers = {
  listSpecs: handle(specRoutes.listSpecs, ({ web, user, query }) => listSpecs(web.store, user, query)),

  getSpec: handle(specRoutes.getSpec, async ({ web, user, params }) => {
    const { spec, latest, versions } = await loadSpec(web, user, params.spec_id);
    return presentSpecDetail(spec, latest, versions, user);
  }),

  createSpec: handle(specRoutes.createSpec, async ({ web, user, body }) => {
    const { _id, spec_id } = await createSpec(web, user, body);
    return { id: spec_id, spec_version_id: _id };
  }),

  deleteSpecs: handle(specRoutes.deleteSpecs, async ({ web, user, body }) => {
    // Two people may delete at once: specs that no longer exist are skipped.
    const specs = await web.store.specs.find({ _id: { $in: body.ids } });
    if (specs.some((spec) => !canChangeSpec(user, spec))) throw new Problem(403, MESSAGES.notYourSpec);
    await deleteSpecs(
      web,
      specs.map(({ _id }) => _id),
    );
    return null;
  }),

  getSpecVersion: handle(specRoutes.getSpecVersion, async ({ web, user, params }) => {
    const { version, spec } = await loadSpecVersion(web, user, params.spec_version_id);
    return presentSpecVersion(version, spec, user);
  }),

  createSpecVersion: handle(specRoutes.createSpecVersion, async ({ web, user, body }) => {
    const { source_spec_version_id, ...change } = body;
    const source = await loadManagedSpecVersion(web, user, source_spec_version_id);
    const { _id } =
      change.source === "files"
        ? await updateSpecFiles(web, user, source, change)
        : await updateSpecForm(web, user, source, change);
    return { id: _id };
  }),
};
