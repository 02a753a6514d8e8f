/** Elements of XML, attributes quoted. */
import { oneLine } from "../../user-text.ts";

/** Text of people in an attribute or an element: on one line, without the characters that XML cannot hold at all. */
export const xmlText = (text: string): string =>
  oneLine(text)
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** @param attributes those that are undefined are left out */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  children: readonly string[] = [],
): string {
  const texts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlText(String(value))}"`],
  );
  const start = `<${name}${texts.join("")}`;
  if (children.length === 0) return `${start}/>`;
  return `${start}>\n${children.map((child) => child.replaceAll(/^/gm, "  ")).join("\n")}\n</${name}>`;
}
