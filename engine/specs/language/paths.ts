/** Paths of a spec's files, as the manifest writes them: relative to the simulation's directory, with forward slashes. */

/** A clause, or null for a path that stays within the directory on every platform. */
export function problemOfPath(path: string): string | null {
  const quoted = JSON.stringify(path);
  if (path.includes("\\")) return `${quoted} contains a backslash: separate folders by /`;
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path))
    return `${quoted} must be a path within the spec, not an absolute one`;
  const parts = path.split("/");
  if (parts.includes("..")) return `${quoted} must not lead outside the spec`;
  if (parts.some((part) => part === "" || part === ".")) return `${quoted} is not the path of a file`;
  return null;
}

const TEMPLATE_SUFFIX = ".tmpl";

/** Returns the name that a template has once its placeholders are replaced. */
export const renderedName = (template: string): string =>
  template.endsWith(TEMPLATE_SUFFIX) ? template.slice(0, -TEMPLATE_SUFFIX.length) : template;
