/** An emulator as one HTML file that works without a network: its model, the facts about it, and the page's own code. */
import { createHash } from "node:crypto";
import type { PageFacts } from "@understudy/shared/domain/exported-page.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { countNumbers } from "../../program-size.ts";
import { oneLine } from "../../user-text.ts";
import { javascriptFiles, writeModelScript } from "../javascript/javascript.ts";
import { scriptJson } from "../javascript/text.ts";

/** The code that all pages have in common. */
export interface PageCode {
  /** A script that defines `UnderstudyPage`, with its function `openPage`. */
  script: string;
  styles: string;
  /** The licences of the packages in the script. */
  notices: string;
}

/** A page consists of these besides the model. */
export interface PageParts {
  facts: PageFacts;
  code: PageCode;
}

/** @throws UserError where a browser would take long to open a page of the model */
export function checkPageSize({ program, farness }: Pick<ExportedModel, "program" | "farness">): void {
  const constants = countNumbers(program) + (farness === null ? 0 : countNumbers(farness));
  if (constants > EXPORT_LIMITS.pageConstants)
    throw new UserError(
      `A web page of this emulator would have ${countText(constants)} constants, and a browser opens up to ${countText(EXPORT_LIMITS.pageConstants)} quickly. ` +
        "Choose fewer outputs, leave out the bounds, or export a JavaScript module.",
    );
}

/**
 * `<identifier>.html`, and the model by itself as a module with its test vectors.
 * @param vectors the values that the module compares itself with
 */
export function pageFiles(
  model: ExportedModel,
  vectors: TestVectors,
  parts: PageParts,
): readonly ExportedFile[] {
  return [
    { name: `${model.identifier}.html`, contents: writePage(model, parts) },
    ...javascriptFiles(model, vectors),
  ];
}

/**
 * No text of a person is HTML here, and none can end the script.
 * @param parts the facts, texts of people among them, and the code of the page, which may not end its element
 * @returns the whole file
 */
export function writePage(model: ExportedModel, { facts, code }: PageParts): string {
  const script = [
    '(() => {\n"use strict";',
    writeModelScript(model),
    withoutEnd(code.script.trim()),
    `UnderstudyPage.openPage({ evaluate, isAwayFromData, predict }, ${scriptJson(facts)});`,
    "})();",
  ].join("\n");
  const styles = withoutEnd(code.styles.trim());
  // What is not named here is forbidden, every request among it.
  const policy = [
    "default-src 'none'",
    `script-src '${hashSource(script)}'`,
    `style-src '${hashSource(styles)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(oneLine(model.title))}</title>
<style>${styles}</style>
</head>
<body>
<noscript>This page computes in the browser: please allow scripts.</noscript>
<script>${script}</script>
</body>
</html>
`;
}

const hashSource = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** @throws Error where code of ours would end its element */
function withoutEnd(code: string): string {
  if (/<\/(?:script|style)|<!--/i.test(code)) throw new Error("The code of the page would end its element.");
  return code.replaceAll("\r", "");
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? "");
