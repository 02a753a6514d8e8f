import { API_PREFIX, routes } from "@understudy/shared/api/routes.ts";
import { ACCESS_LABELS, findAccess } from "./access.ts";
import { listRouteNames } from "./document.ts";
import { findTag } from "./operation.ts";

/**
 * Lists all routes for people: a heading for each group, and below it what each route does and who may call it. It is a list, because
 * a table with paths that long would be wider than a phone.
 * @returns Markdown
 */
export function formatRouteList(): string {
  const groups = Map.groupBy(listRouteNames(), (name) => findTag(routes[name]));
  const sections = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, names]) => {
      const items = names.map((name) => {
        const route = routes[name];
        const session = route.needsSession && route.audience !== "anyone" ? ", by session only" : "";
        const access = `For ${ACCESS_LABELS[findAccess(name, route)]}${session}`;
        return `- \`${route.method} ${route.path}\`: ${route.summary}. *${access}.*`;
      });
      return [`## ${tag}`, "", ...items].join("\n");
    });
  return `All paths below begin with \`${API_PREFIX}\`.\n\n${sections.join("\n\n")}\n`;
}
