import { templates } from "@understudy/engine/specs/templates.ts";
import { LIST_DEFAULTS } from "@understudy/shared/api/list.ts";
import { type Spec, type SpecTemplate, specRoutes, specTemplateRoutes } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { z } from "zod";
import { createSpec } from "../../commands/specs/create-spec.ts";
import { createSpecFromTemplate } from "../../commands/specs/create-spec-from-template.ts";
import { deleteSpecs } from "../../commands/specs/delete-specs.ts";
import { updateSpecFiles, updateSpecForm } from "../../commands/specs/update-spec.ts";
import { notFound, Problem } from "../../core/problem.ts";
import type { Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import { canChangeSpec } from "../../policies/spec.ts";
import { presentSpec, presentSpecDetail, presentSpecVersion } from "../../presenters/spec.ts";
import { handle } from "../request/handle.ts";
import { parseSearch } from "../request/search-text.ts";
import { loadLatestScores, loadManagedSpecVersion, loadSpec, loadSpecVersion } from "./load.ts";

type Query = z.output<typeof specRoutes.listSpecs.query>;
type SpecPage = { items: Spec[]; total_count: number; page_size: number };

const SORT_FIELDS = { id: "_id", name: "name", creator: "creator.name" } as const;

/** One page of all specs that match the filter: full users see each other's. */
async function listSpecs(store: Store, user: User, query: Query): Promise<SpecPage> {
  const page_size = query.page_size ?? LIST_DEFAULTS.page_size;
  const page_number = query.page_number ?? LIST_DEFAULTS.page_number;
  const column = SORT_FIELDS[query.sort_by ?? "id"];
  const order = (query.sort_order ?? LIST_DEFAULTS.sort_order) === "ascending" ? 1 : -1;
  const window = {
    sort: { [column]: order, _id: order } as const,
    naturally: true,
    skip: (page_number - 1) * page_size,
    limit: page_size,
  };
  const search = parseSearch(query.filter);
  const filter = search === null ? {} : { $or: [{ name: search.anywhere }, ...search.byId] };
  const [specs, total_count] = await Promise.all([
    store.specs.find(filter, window),
    store.specs.count(filter),
  ]);
  const scores = await loadLatestScores(store, specs);
  const items = specs.map((spec) => presentSpec(spec, scores.get(spec.latest_version_id) ?? null, user));
  return { items, total_count, page_size };
}

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
