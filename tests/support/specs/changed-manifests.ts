/** A whole manifest, changed in one place, and what is then found wrong with it. */
import { checkManifest, describeProblem } from "@understudy/engine/specs/check-manifest.ts";

const DEFAULT_TEMPLATE = "w = {{w}}, n = {{n}}, first = {{pair[0]}} of {{pair}}, {{ corner }}\n";
export const makeManifest = () => ({
  format: 1,
  variables: [
    { name: "w", type: "Scalar", default_val: 2e-6 },
    { name: "n", type: "Scalar", is_integer: true, default_val: 3 },
    { name: "pair", type: "Vector", length: 2, default_val: 5 },
    { name: "corner", type: "MultiSelect", options: ["slow", "fast"] },
    { name: "mode", type: "SingleSelect", options: ["a", "b"], default_val: "b" },
    { name: "label", type: "String" },
    { name: "mesh", type: "File", optional: true },
  ],
  variable_groups: [{ name: "Sizes", variable_names: ["w", "n"] }],
  coordinates: [{ name: "frequency", grid: { from: 1, to: 1e6, points: 7, spacing: "log" } }],
  outputs: [
    { name: "gain", type: "Vector", coordinate: "frequency", source: { file: "gain.txt", format: "table" } },
    { name: "power", type: "Scalar" },
  ],
  score_functions: [{ name: "Best", expression: "max(gain) / power" }],
  graphs: [{ name: "gain", type: "line", y: "gain" }],
  run: { command: ["simulate", "{{w}}"], templates: ["model.txt.tmpl"] },
});
type Whole = ReturnType<typeof makeManifest>;

export const makeSpecFiles = (manifest: unknown, template = DEFAULT_TEMPLATE) =>
  new Map([
    ["spec.json", typeof manifest === "string" ? manifest : JSON.stringify(manifest, null, 2)],
    ["model.txt.tmpl", template],
  ]);

/** Problems, of which there is a first, be it empty. */
type Found = [string, ...string[]];
const withFirst = ([first = "", ...rest]: readonly string[]): Found => [first, ...rest];

export const NO_PROBLEM: Found = [""];

/** Lists the problems that the check finds after `change`, as `path: message`. */
export function findProblems(change: (manifest: Whole) => unknown, template = DEFAULT_TEMPLATE): Found {
  const manifest = makeManifest();
  const changed = change(manifest) ?? manifest;
  const checked = checkManifest(makeSpecFiles(changed, template));
  return withFirst(
    "problems" in checked ? checked.problems.map(({ path, message }) => `${path}: ${message}`) : [],
  );
}
/** Puts a value at a place of the manifest, made of plain objects and lists. */
export function put(manifest: Whole, place: (string | number)[], value: unknown): unknown {
  const change = (inside: unknown, rest: (string | number)[]): unknown => {
    const [key, ...deeper] = rest;
    if (key === undefined) return value;
    if (Array.isArray(inside))
      return inside.map((element, i) => (i === key ? change(element, deeper) : element));
    const record = Object.entries(inside ?? {});
    const changed = record.map(([name, field]) => [name, name === key ? change(field, deeper) : field]);
    const added = record.some(([name]) => name === key) ? [] : [[key, change(undefined, deeper)]];
    return Object.fromEntries([...changed, ...added]);
  };
  return change(manifest, place);
}
export const putting = (place: (string | number)[], value: unknown): Found =>
  findProblems((manifest) => put(manifest, place, value));

export function listMessages(files: Map<string, string>): Found {
  const checked = checkManifest(files);
  return withFirst("problems" in checked ? checked.problems.map(describeProblem) : []);
}
